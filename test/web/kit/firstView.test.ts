import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { awaitFirstView, firstPaint } from '#web/kit/firstView.ts';

/** Milliseconds after which the code of a page is no longer waited for. */
const PATIENCE_MS = 8_000;

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { requestAnimationFrame: setTimeout, document: { images: [] } });
});
afterEach(() => {
  jest.useRealTimers();
});

it('a page whose code does not come delays later work for 8 s, and no longer', async () => {
  const painted = jest.fn();
  void firstPaint.then(painted);
  await jest.advanceTimersByTimeAsync(2 * PATIENCE_MS);
  // The client does not run yet.
  expect(painted).not.toHaveBeenCalled();
  awaitFirstView();
  await jest.advanceTimersByTimeAsync(PATIENCE_MS - 1);
  expect(painted).not.toHaveBeenCalled();
  // Also the two tasks of a frame.
  await jest.advanceTimersByTimeAsync(10);
  expect(painted).toHaveBeenCalledTimes(1);
});
