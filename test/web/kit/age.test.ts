import { describe, expect, it } from '@jest/globals';
import { ageText, joinedText } from '#web/kit/age.ts';

const NOW = Date.parse('2026-09-03T12:00:00.000Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const age = (milliseconds: number) => ageText(new Date(NOW - milliseconds).toISOString(), NOW);

describe('ages', () => {
  it('[SHEL-14] reads as "x ago", in the largest unit that fits', () => {
    const cases: readonly (readonly [number, string])[] = [
      [0, 'a moment ago'],
      [44 * SECOND, 'a moment ago'],
      [45 * SECOND, '1 minute ago'],
      [119 * SECOND, '1 minute ago'],
      [2 * MINUTE, '2 minutes ago'],
      [59 * MINUTE, '59 minutes ago'],
      [HOUR, '1 hour ago'],
      [23 * HOUR, '23 hours ago'],
      [DAY, '1 day ago'],
      [6 * DAY, '6 days ago'],
      [7 * DAY, '1 week ago'],
      [30 * DAY, '4 weeks ago'],
      [31 * DAY, '1 month ago'],
      [364 * DAY, '11 months ago'],
      [366 * DAY, '1 year ago'],
      [800 * DAY, '2 years ago'],
    ];
    expect(cases.map(([milliseconds]) => age(milliseconds))).toEqual(cases.map(([, text]) => text));
  });

  it('a clock that is behind reads no age from the future', () => {
    expect(age(-5 * MINUTE)).toBe('a moment ago');
  });

  it('[PROF-10] says when someone joined', () => {
    expect(joinedText('2026-09-15T12:00:00.000Z')).toBe('Joined September 2026');
  });
});
