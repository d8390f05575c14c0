import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { firstViewStands } from '#web/kit/firstView.ts';
import { fetchSoon } from '#web/kit/lazySoon.ts';

/** Milliseconds in which a piece that has failed is tried again. */
const A_RETRY_MS = 10_000;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  Object.assign(globalThis, { requestAnimationFrame: setTimeout, document: { images: [] } });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('code that cannot be fetched keeps no other back, and is tried again', async () => {
  const [failing, good] = [jest.fn<() => Promise<void>>(), jest.fn<() => Promise<void>>()];
  failing.mockRejectedValue(new Error('It has been removed.'));
  good.mockResolvedValue();
  fetchSoon(failing);
  fetchSoon(good);
  firstViewStands();
  await jest.advanceTimersByTimeAsync(A_RETRY_MS / 2);
  expect([failing.mock.calls.length, good.mock.calls.length]).toEqual([1, 0]);
  await jest.advanceTimersByTimeAsync(A_RETRY_MS);
  expect([failing.mock.calls.length, good.mock.calls.length]).toEqual([2, 1]);
});
