import { describe, expect, it } from '@jest/globals';
import type { FeedRow } from '#projections/engine/readStore.ts';
import { RecentRows } from '#server/hub/recentRows.ts';
import { position } from '#test/projections/support/events.ts';

const row = (key: string, at: number): FeedRow => ({
  ...{ collection: 'posts', key, position: position(at), before: null, doc: { at } },
  ...{ topics: [], left: [] },
});

describe('the rows that were published last', () => {
  it('[P5] are whole from where they begin, and after the last one that was dropped', () => {
    const recent = new RecentRows(position(5), 2);
    expect([4, 5, 6].map((n) => recent.covers(position(n)))).toEqual([false, true, true]);
    for (const [key, at] of [
      ['a', 6],
      ['b', 7],
      ['c', 8],
    ] as const)
      recent.add(row(key, at));
    expect([5, 6, 7].map((n) => recent.covers(position(n)))).toEqual([false, false, true]);
    expect(recent.since(position(7)).map(({ key }) => key)).toEqual(['b', 'c']);
    recent.reset(position(9));
    expect([8, 9].map((n) => recent.covers(position(n)))).toEqual([false, true]);
    expect(recent.newest('posts c')).toBeUndefined();
  });

  it('[P5] a document that did not exist does once there is a row of it', () => {
    const recent = new RecentRows(position(0));
    recent.rememberAbsent(['posts a']);
    expect(recent.isAbsent('posts a')).toBe(true);
    recent.add(row('a', 1));
    expect(recent.isAbsent('posts a')).toBe(false);
  });
});
