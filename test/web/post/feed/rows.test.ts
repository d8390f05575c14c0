import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Post } from '#projections/post/collections.ts';
import { nextReasons, reasonOf } from '#web/post/card/reasons.ts';
import { nextRows, type Row, rowOf } from '#web/post/feed/rows.ts';

/** Capital letters are banners of new members, small ones posts. */
const kindOf = (id: string) => (id === id.toUpperCase() ? 'new user' : 'post');
const held = (ids: string) => new Map([...ids].map((id) => [id, { id, kind: kindOf(id) } as Post]));
const rowsOf = (ids: string, before: readonly Row[] = []) => nextRows(before, [...ids], held(ids));
const shown = (rows: readonly Row[]) => rows.map(({ postIds }) => postIds.join('')).join(' ');

describe('rows of a feed', () => {
  it('banners that follow each other are one row, posts one each', () => {
    expect(shown(rowsOf('aBCdEfgHIJ'))).toBe('a BC d E f g HIJ');
  });

  it('a row keeps its key while newer members join it, and what did not change keeps its identity', () => {
    const before = rowsOf('BCd');
    const joined = rowsOf('ABCd', before);
    expect(joined.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
    expect(joined[1]).toBe(before[1]);
    expect(rowsOf('ABCd', joined)).toBe(joined);
  });

  it('a place is found again by any of a row’s posts, also after a later page has prolonged the row', () => {
    const before = rowsOf('aBC');
    const after = rowsOf('aBCDe', before);
    expect(rowOf(after, before[1]?.key ?? '')).toBe(1);
    expect(rowOf(after, 'z')).toBe(-1);
  });

  it('whatever comes and goes: every post stands in one row, in the order of the feed, under a key of its own', () => {
    const feeds = fc.uniqueArray(fc.constantFrom(...'abcdefABCDEFGH')).map((ids) => ids.join(''));
    fc.assert(
      fc.property(fc.array(feeds), (states) => {
        let rows: readonly Row[] = [];
        for (const ids of states) {
          rows = rowsOf(ids, rows);
          expect(rows.flatMap(({ postIds }) => postIds).join('')).toBe(ids);
          expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
          expect(shown(rows)).toBe(shown(rowsOf(ids)));
        }
      }),
      { seed: 11, numRuns: 200 },
    );
  });
});

describe('why a card stands where it stands', () => {
  const NOON = '2026-01-01T12:00:00.000Z';
  const LATER = '2026-01-01T12:05:00.000Z';
  const post = { id: 'a', created: '01', activity: '01', lastComment: null, lastModified: NOON } as Post;
  const commented: Post = { ...post, activity: '02', lastComment: { id: 'c', author: 'maya' }, lastModified: LATER };

  it('a comment and its author, the activity alone when that comment is gone, nothing for a post without one', () => {
    expect(reasonOf(post)).toBeNull();
    expect(reasonOf(commented)).toEqual({ author: 'maya', at: LATER });
    expect(reasonOf({ ...commented, lastComment: null })).toEqual({ author: null, at: LATER });
  });

  it('is kept with the card’s place while the feed is frozen, and so moves nothing below', () => {
    const before = nextReasons(new Map(), [post], false);
    expect(nextReasons(before, [commented], true).get('a')).toBeNull();
    const live = nextReasons(before, [commented], false);
    expect(live.get('a')).toEqual({ author: 'maya', at: LATER });
    expect(nextReasons(live, [{ ...commented }], false).get('a')).toBe(live.get('a'));
    expect(nextReasons(new Map(), [commented], true).get('a')).toEqual({ author: 'maya', at: LATER });
  });
});
