import { afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { lazySoon } from '#web/kit/lazySoon.ts';

/** Milliseconds that the first drawing waits for the code of its page, by docs/sync.md. */
const WAITS_MS = 1_000;

let named: typeof import('#web/app/pageCode.ts').namedPageCode;
let come: PromiseWithResolvers<{ default: () => string }>;
let frame: PromiseWithResolvers<{ default: () => string }>;
const named_ = { querySelector: () => ({}) } as unknown as ParentNode;
const unnamed = { querySelector: () => null } as unknown as ParentNode;

beforeAll(async () => {
  const Page = lazySoon(() => come.promise);
  const Frame = lazySoon(() => frame.promise);
  jest.unstable_mockModule('#web/app/routes.ts', () => ({
    routes: [
      { path: '/framed', Page, frame: { Frame } },
      { path: '/plain', Page },
    ],
  }));
  ({ namedPageCode: named } = await import('#web/app/pageCode.ts'));
});
beforeEach(() => {
  jest.useFakeTimers();
  come = Promise.withResolvers();
  frame = Promise.withResolvers();
});
afterEach(() => void jest.useRealTimers());

async function isDrawnAfter(code: Promise<unknown> | null, milliseconds: number) {
  const drawn = jest.fn();
  void code?.then(drawn);
  await jest.advanceTimersByTimeAsync(milliseconds);
  return drawn.mock.calls.length > 0;
}

it('is not waited for where the server has named none, nor of an address that is no page', () => {
  expect([named('/plain', unnamed), named('/nowhere', named_)]).toEqual([null, null]);
});

it('is waited for with that of its frame, a second at most', async () => {
  const code = named('/framed', named_);
  come.resolve({ default: () => 'page' });
  expect(await isDrawnAfter(code, WAITS_MS / 2)).toBe(false);
  frame.resolve({ default: () => 'frame' });
  expect(await isDrawnAfter(code, 0)).toBe(true);
  come = Promise.withResolvers();
  const late = named('/plain', named_);
  expect(await isDrawnAfter(late, WAITS_MS - 1)).toBe(false);
  expect(await isDrawnAfter(late, 1)).toBe(true);
});

it('that fails keeps nothing back: the page says so at once', async () => {
  const code = named('/plain', named_);
  come.reject(new Error('The network is away.'));
  expect(await isDrawnAfter(code, 0)).toBe(true);
});
