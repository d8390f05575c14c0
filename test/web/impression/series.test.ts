import { describe, expect, it } from '@jest/globals';
import { NO_ACTIONS } from '#domain/impression/actions.ts';
import type { FigureDay } from '#projections/impression/collections.ts';
import { allDays, asCsv, hoursOf, lastHours } from '#web/impression/series.ts';
import { saidRate } from '#web/impression/words.ts';

const dayOf = (day: string, hours: Readonly<Record<number, number>>): FigureDay => ({
  ...{ id: `ad:${day}`, ad: 'ad', campus: 'ou', author: 'ann', day, ...NO_ACTIONS },
  hours: Object.entries(hours).map(([hour, views]) => ({ ...NO_ACTIONS, hour: Number(hour), views })),
});
// Newest first, as the topic has them.
const days = [dayOf('2026-03-03', { 9: 4 }), dayOf('2026-03-01', { 3: 1, 23: 2 })];

describe('the figures over time', () => {
  it('[ANLT-05 in part] are a bar for each hour, empty ones too', () => {
    const points = lastHours(days, '2026-03-03T10:20:00.000Z');
    expect(points).toHaveLength(24);
    expect(points.at(-1)).toMatchObject({ from: '2026-03-03T10:00:00.000Z', views: 0 });
    expect(points.at(-2)).toMatchObject({ from: '2026-03-03T09:00:00.000Z', views: 4 });
    expect(points.reduce((sum, { views }) => sum + views, 0)).toBe(4);
  });

  it('[ANLT-05 in part] are a bar for each day of the reader’s calendar, empty ones too, and lose nothing', () => {
    const points = allDays(days, '2026-03-01T00:00:00.000Z', '2026-03-04T12:00:00.000Z');
    expect(points.reduce((sum, { views }) => sum + views, 0)).toBe(7);
    expect(points.length).toBeGreaterThanOrEqual(4);
    expect(points.toSorted((a, b) => (a.from < b.from ? -1 : 1))).toEqual(points);
  });

  it('are a file of one row for each hour', () => {
    expect(hoursOf(days).map(([at]) => at)).toEqual([
      ...['2026-03-01T03:00:00.000Z', '2026-03-01T23:00:00.000Z', '2026-03-03T09:00:00.000Z'],
    ]);
    const lines = asCsv(days).split('\r\n');
    expect(lines[0]).toBe(
      'hour,views,accounts_reached,direct_messages,copied_link,external_link_clicks,profile_visits',
    );
    expect(lines[1]).toBe('2026-03-01T03:00:00.000Z,1,0,0,0,0,0');
    expect(lines).toHaveLength(5);
  });

  it('have a rate once somebody has seen the ad (Q68)', () => {
    expect(saidRate(0, 0)).toBe('--');
    expect(saidRate(1, 8)).toBe('12.5%');
  });
});
