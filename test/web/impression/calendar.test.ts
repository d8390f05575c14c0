import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

/** A program of its own: a process has one zone, from its start on. */
const PROGRAM = `
const { allDays, lastHours } = await import('#web/impression/series.ts');
const none = { views: 0, accounts_reached: 0, direct_messages: 0, copied_link: 0, external_link_clicks: 0, profile_visits: 0 };
const dayOf = (day, hours) => ({
  ...none, id: day, ad: 'ad', campus: 'ou', author: 'ann', day,
  hours: hours.map(([hour, views]) => ({ ...none, hour, views })),
});
const days = [dayOf('2026-03-08', [[4, 1], [5, 2], [6, 4], [9, 8]]), dayOf('2026-03-09', [[3, 16], [5, 32]])];
const seen = (points) => points.filter(({ views }) => views > 0).map(({ from, label, views }) => [from, label, views]);
console.log(JSON.stringify({
  days: seen(allDays(days, '2026-03-07T12:00:00.000Z', '2026-03-09T12:00:00.000Z')),
  hours: seen(lastHours(days, '2026-03-09T05:30:00.000Z')).map(([, label, views]) => [label.replace(/\\u202f/g, ' '), views]),
}));
`;

/** The charts of the same figures, as a reader of a zone sees them. */
async function seenIn(zone: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { ...process.env, TZ: zone },
  });
  return JSON.parse(stdout);
}

describe('the days and hours of an ad', () => {
  it('[ANLT-05 in part] are those of the reader’s calendar: west of Greenwich an evening is of the day before, also as the clocks go forward', async () => {
    expect(await seenIn('America/Chicago')).toEqual({
      days: [
        ['2026-03-07T06:00:00.000Z', 'Mar 7', 3],
        ['2026-03-08T06:00:00.000Z', 'Mar 8', 28],
        ['2026-03-09T05:00:00.000Z', 'Mar 9', 32],
      ],
      hours: [
        ['Sun 12 AM', 4],
        ['Sun 4 AM', 8],
        ['Sun 10 PM', 16],
        ['Mon 12 AM', 32],
      ],
    });
  });

  it('[ANLT-05 in part] east of Greenwich a night is of the day after, also where the zone is no whole hour', async () => {
    expect(await seenIn('Asia/Kolkata')).toMatchObject({
      days: [
        ['2026-03-07T18:30:00.000Z', 'Mar 8', 15],
        ['2026-03-08T18:30:00.000Z', 'Mar 9', 48],
      ],
    });
  });
});
