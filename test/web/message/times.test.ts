import { expect, it } from '@jest/globals';
import { dayTitle, fullTime, listDate, messageTime } from '#web/message/times.ts';

const AT = '2026-11-28T20:05:00.000Z';
const CHICAGO = 'America/Chicago';

it('[CHAT-07] [SHEL-14] a message has its weekday and time, and the whole date beside it', () => {
  expect(messageTime(AT, CHICAGO)).toBe('Saturday 2:05 PM');
  expect(messageTime('2026-11-28T05:59:00.000Z', CHICAGO)).toBe('Friday 11:59 PM');
  expect(fullTime(AT, CHICAGO)).toBe('Saturday, November 28, 2026, 2:05 PM');
});

it('[CHAT-01 in part] [SHEL-14] the list has the date as "MMM Do"', () => {
  const days = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30];
  const dates = days.map((day) => listDate(`2026-01-${String(day).padStart(2, '0')}T12:00:00.000Z`, 'utc'));
  const endings = ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd', '30th'];
  expect(dates).toEqual(endings.map((day) => `Jan ${day}`));
});

it('a day is named as people name it', () => {
  const now = Date.parse('2026-11-28T20:05:00.000Z');
  expect(dayTitle('2026-11-28T06:00:00.000Z', now, CHICAGO)).toBe('Today');
  expect(dayTitle('2026-11-28T05:59:00.000Z', now, CHICAGO)).toBe('Yesterday');
  expect(dayTitle('2026-11-26T12:00:00.000Z', now, CHICAGO)).toBe('November 26');
  expect(dayTitle('2025-11-26T12:00:00.000Z', now, CHICAGO)).toBe('November 26, 2025');
});
