import { expect, it } from '@jest/globals';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { Topic } from '#projections/kernel/topic.ts';
import { collections } from '#projections/registry.ts';
import { START } from '#projections/sync/position.ts';
import { WINDOW_MAX_CHARACTERS, WINDOW_MAX_DOCUMENTS, WINDOW_PART_DOCUMENTS } from '#server/read/limits.ts';
import { readWindow } from '#server/read/windowRead.ts';

const PAGE = 20;
const TOPIC = { collection: 'things', query: 'all', values: [], order: 'at', page: PAGE, firstPage: PAGE };
const topic = TOPIC as unknown as Topic;

/** A store of documents of so many characters each; `at` counts down. */
function storeOf(count: number, characters: number) {
  const all: readonly Versioned[] = Array.from({ length: count }, (_, n) => ({
    collection: 'things',
    key: `t${n}`,
    position: START,
    doc: { at: String(9_999 - n), text: 'x'.repeat(characters) },
  }));
  const read: number[] = [];
  const at = ({ doc }: Versioned) => (doc as { at: string }).at;
  const store = {
    get: async () => [],
    async query(...[, , , { below, atOrAbove, limit }]: Parameters<Parameters<typeof readWindow>[0]['query']>) {
      const found = all.filter((each) => (below === null || at(each) < below) && (atOrAbove ?? '') <= at(each));
      read.push(Math.min(found.length, limit));
      return found.slice(0, limit);
    },
  };
  return { store, read, all };
}

it('reads a window of usual documents whole, and one of very long ones as far as one answer may be', async () => {
  const usual = storeOf(180, 500);
  const whole = await readWindow(usual.store, collections, topic, { floor: '0', below: null });
  expect(whole).toMatchObject({ floor: '0', isCut: false, roots: usual.all });
  const long = storeOf(180, 20_000);
  const cut = await readWindow(long.store, collections, topic, { floor: '0', below: null });
  expect(cut.roots).toEqual(long.all.slice(0, cut.roots.length));
  expect(JSON.stringify(cut.roots.map(({ doc }) => doc)).length).toBeLessThan(WINDOW_MAX_CHARACTERS + 1_000);
  expect(cut).toMatchObject({ isCut: true, floor: String(10_000 - cut.roots.length) });
  // Rows that are not sent are not read either, a part aside.
  expect(long.read.reduce((sum, count) => sum + count, 0)).toBeLessThan(cut.roots.length + 2 * WINDOW_PART_DOCUMENTS);
});

it('reads a page at least, and never more documents than an answer may have', async () => {
  const huge = storeOf(100, WINDOW_MAX_CHARACTERS);
  const bounds = { floor: null, below: null };
  expect((await readWindow(huge.store, collections, topic, bounds)).roots.length).toBe(PAGE);
  expect((await readWindow(huge.store, collections, topic, { floor: '0', below: null })).roots.length).toBe(PAGE);
  const many = storeOf(WINDOW_MAX_DOCUMENTS + 1, 10);
  const window = await readWindow(many.store, collections, topic, { floor: '0', below: null });
  expect([window.roots.length, window.isCut]).toEqual([WINDOW_MAX_DOCUMENTS, true]);
  const exact = storeOf(WINDOW_PART_DOCUMENTS, 10);
  const all = await readWindow(exact.store, collections, topic, { floor: '0', below: null });
  expect([all.roots.length, all.isCut]).toEqual([WINDOW_PART_DOCUMENTS, false]);
});
