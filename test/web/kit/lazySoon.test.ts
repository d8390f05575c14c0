import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { firstViewStands } from '#web/kit/firstView.ts';
import { reportSiteBack } from '#web/kit/http/siteBack.ts';
import { bring, fetchSoon, lazySoon } from '#web/kit/lazySoon.ts';

/** Milliseconds in which a piece that has failed is tried again. */
const A_RETRY_MS = 10_000;
/** Milliseconds in which code that is to be drawn has had all its tries. */
const ALL_TRIES_MS = 60_000;

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

it('a part whose code did not come while nobody saw it asks anew once the site is there again, wherever it is drawn then', async () => {
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
  const load = jest.fn<() => Promise<{ default: () => string }>>().mockRejectedValue(new Error('The network is away.'));
  const Part = lazySoon(load);
  const drawn = () => renderToString(createElement(Suspense, { fallback: 'Loading' }, createElement(Part)));
  drawn();
  await jest.advanceTimersByTimeAsync(ALL_TRIES_MS);
  const tries = load.mock.calls.length;
  // Its outcome stands: what is drawn now says that it did not come.
  drawn();
  await jest.advanceTimersByTimeAsync(1);
  expect(load.mock.calls.length).toBe(tries);

  load.mockResolvedValue({ default: () => 'The part' });
  reportSiteBack();
  drawn();
  await jest.advanceTimersByTimeAsync(1);
  expect(load.mock.calls.length).toBe(tries + 1);
  expect(drawn()).toContain('The part');
});

it('a part whose code was brought is drawn at once, without its placeholder', async () => {
  const load = jest.fn(async () => ({ default: () => 'The part' }));
  const Part = lazySoon(load);
  const drawn = () => renderToString(createElement(Suspense, { fallback: 'Loading' }, createElement(Part)));
  expect(drawn()).toContain('Loading');
  await bring(Part);
  expect(drawn()).toContain('The part');
  expect(drawn()).not.toContain('Loading');
});

it('says of code that can’t be brought that it did not come, and has none to bring of a part that came with the page', async () => {
  const away = new Error('The network is away.');
  await expect(bring(lazySoon(() => Promise.reject(away)))).rejects.toBe(away);
  await expect(bring(() => null)).resolves.toBeUndefined();
});
