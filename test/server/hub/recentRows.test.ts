import { describe, expect, it } from '@jest/globals';
import type { FeedRow } from '#projections/engine/readStore.ts';
import { RecentRows } from '#server/hub/recentRows.ts';
import { charactersOf } from '#server/kernel/characters.ts';
import { position } from '#test/projections/support/events.ts';

const row = (key: string, at: number): FeedRow => ({
  ...{ collection: 'posts', key, position: position(at), before: null, doc: { at } },
  ...{ topics: [], left: [] },
});

describe('the rows that were published last', () => {
  it('[P5] are whole from where they begin, and after the last one that was dropped', () => {
    const recent = new RecentRows(position(5), 2 * charactersOf(row('a', 6)));
    expect([4, 5, 6].map((n) => recent.covers(position(n)))).toEqual([false, true, true]);
    for (const [key, at] of [
      ['a', 6],
      ['b', 7],
      ['c', 8],
    ] as const)
      recent.add(row(key, at));
    recent.trim();
    expect([5, 6, 7].map((n) => recent.covers(position(n)))).toEqual([false, false, true]);
    expect(recent.since(position(7)).map(({ key }) => key)).toEqual(['b', 'c']);
    recent.reset(position(9));
    expect([8, 9].map((n) => recent.covers(position(n)))).toEqual([false, true]);
    expect(recent.newest('posts c')).toBeUndefined();
  });

  it('are as many as their characters allow, the oldest go first; those that others refer to are counted apart', () => {
    const recent = new RecentRows(position(0), 1_000);
    recent.remember([{ ...row('author', 1), doc: { text: 'x'.repeat(800) } }]);
    for (const key of ['a', 'b', 'c']) recent.add({ ...row(key, 2), doc: { text: 'x'.repeat(300) } });
    // Nothing of a batch goes before all of it is published.
    expect(['author', 'a', 'b', 'c'].map((key) => recent.newest(`posts ${key}`)?.key)).toEqual([
      'author',
      'a',
      'b',
      'c',
    ]);
    recent.trim();
    expect(['author', 'a', 'b', 'c'].map((key) => recent.newest(`posts ${key}`)?.key ?? null)).toEqual([
      'author',
      null,
      'b',
      'c',
    ]);
    recent.add({ ...row('b', 3), doc: null });
    recent.change((document) => ({ ...document, doc: null }));
    for (const key of ['d', 'e', 'f', 'g']) recent.add(row(key, 4));
    recent.trim();
    expect(recent.since(position(0)).map(({ key }) => key)).toEqual(['c', 'b', 'd', 'e', 'f', 'g']);
  });

  it('[P5] a document that did not exist does once there is a row of it', () => {
    const recent = new RecentRows(position(0));
    recent.rememberAbsent(['posts a']);
    expect(recent.isAbsent('posts a')).toBe(true);
    recent.add(row('a', 1));
    expect(recent.isAbsent('posts a')).toBe(false);
  });
});
