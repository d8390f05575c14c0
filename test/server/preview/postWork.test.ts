import { expect, it } from '@jest/globals';
import { createPostWork, WORK_MAX_PER_AUTHOR } from '#server/preview/postWork.ts';
import { turns } from '../support/turns.ts';

const never = new AbortController().signal;
const ofAda = (postId: string) => ({ postId, author: 'ada' });

/** Work that ends with its signal alone. */
const waiting = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

it('an author’s posts take turns without end: what is done gives its place back', async () => {
  const work = createPostWork();
  for (let n = 0; n <= WORK_MAX_PER_AUTHOR; n += 1) {
    expect([n, await work.run(ofAda('lamp'), never, async () => undefined)]).toEqual([n, true]);
  }
  const failing = async () => Promise.reject(new Error('The disk is full.'));
  for (let n = 0; n <= WORK_MAX_PER_AUTHOR; n += 1) {
    await expect(work.run(ofAda('lamp'), never, failing)).rejects.toThrow('The disk is full.');
  }
});

it('work that a change could not end at once keeps later changes from nothing', async () => {
  const work = createPostWork();
  let end = (): void => undefined;
  const first = work.run(ofAda('lamp'), never, () => new Promise((resolve) => (end = resolve)));
  await turns();
  work.changed('lamp');
  const second = work.run(ofAda('lamp'), never, waiting);
  end();
  expect(await first).toBe(true);
  await turns();
  // The second one waits without end, unless the next change reaches it.
  work.changed('lamp');
  expect(await second).toBe(true);
});

it('a change of a post takes the place of what it ends, when the author has no other', async () => {
  const work = createPostWork();
  const ends = Array.from({ length: WORK_MAX_PER_AUTHOR }, () => Promise.withResolvers<void>());
  const running = ends.map(({ promise }, n) => work.run(ofAda(`post${n}`), never, () => promise));
  expect(await work.run(ofAda('another'), never, async () => undefined)).toBe(false);
  work.changed('post0');
  const done: string[] = [];
  const changed = work.run(ofAda('post0'), never, async () => void done.push('the change'));
  for (const { resolve } of ends) resolve();
  await Promise.all(running);
  expect([await changed, done]).toEqual([true, ['the change']]);
});
