import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { followDoubts } from '#web/sync/transport/doubts.ts';
import { CLOCK_JUMP_MS, CLOCK_LOOK_MS, HIDDEN_DOUBT_MS } from '#web/sync/transport/limits.ts';

const newPage = () => Object.assign(new EventTarget(), { visibilityState: 'visible' });
let page = newPage();
let window = new EventTarget();
const doubts: string[] = [];
const before = { document: globalThis.document, addEventListener: globalThis.addEventListener };

beforeEach(() => {
  jest.useFakeTimers();
  page = newPage();
  window = new EventTarget();
  Object.assign(globalThis, { document: page, addEventListener: window.addEventListener.bind(window) });
  doubts.length = 0;
  followDoubts(
    () => void doubts.push('doubt'),
    () => void doubts.push('clock'),
  );
});
afterEach(() => {
  jest.useRealTimers();
  Object.assign(globalThis, before);
});

const become = (visibilityState: 'visible' | 'hidden') => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};
const shown = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

it('doubts the connection when the page is seen again after a while, and not after a glance elsewhere', () => {
  become('hidden');
  jest.setSystemTime(Date.now() + HIDDEN_DOUBT_MS - 1);
  become('visible');
  become('visible');
  expect(doubts).toEqual([]);
  become('hidden');
  jest.setSystemTime(Date.now() + HIDDEN_DOUBT_MS);
  expect(doubts).toEqual([]);
  become('visible');
  expect(doubts).toEqual(['doubt']);
});

it('doubts it when the page comes out of the browser’s cache, and when it was thawed; a new page has no reason', () => {
  shown(false);
  expect(doubts).toEqual([]);
  shown(true);
  expect(doubts).toEqual(['doubt']);
  page.dispatchEvent(new Event('resume'));
  expect(doubts).toEqual(['doubt', 'doubt']);
});

it('doubts it when the clock has jumped: the device slept; one that is put back is no sleep', () => {
  jest.advanceTimersByTime(10 * CLOCK_LOOK_MS);
  expect(doubts).toEqual([]);
  jest.setSystemTime(Date.now() + CLOCK_JUMP_MS + 1);
  jest.advanceTimersByTime(CLOCK_LOOK_MS);
  expect(doubts).toEqual(['doubt', 'clock']);
  jest.setSystemTime(Date.now() - 60 * 60_000);
  jest.advanceTimersByTime(CLOCK_LOOK_MS);
  expect(doubts).toEqual(['doubt', 'clock', 'clock']);
});
