import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countNew, EMPTY_FEED, type FrozenFeed, nextFeed, pillText } from '#web/post/feed/frozenFeed.ts';

/** @param order with the cards that have left it; default: those that are shown */
const at = (shown: string, waiting = '', order = shown): FrozenFeed => {
  return { order: [...order], shown: [...shown], waiting: [...waiting] };
};

describe('the feed under the eye', () => {
  it('[FEED-03] is live at the top', () => {
    expect(nextFeed(at('abc'), [...'xabc'], false)).toEqual(at('xabc'));
    expect(nextFeed(at('abc', 'x'), [...'xbac'], false)).toEqual(at('xbac'));
  });

  it('[FEED-03] scrolled down, new posts wait and what is shown stays', () => {
    expect(nextFeed(at('abc'), [...'xyabc'], true)).toEqual(at('abc', 'xy'));
  });

  it('scrolled down, a shown post that rises stays where it is', () => {
    expect(nextFeed(at('abcd'), [...'cabd'], true)).toEqual(at('abcd'));
    expect(nextFeed(at('abcd'), [...'dabc'], true)).toEqual(at('abcd'));
  });

  it('[FEED-03] scrolled down, a deleted post goes', () => {
    expect(nextFeed(at('abcd', 'x'), [...'xacd'], true)).toEqual(at('acd', 'x', 'abcd'));
  });

  it('scrolled down, a post that was sold and is for sale again returns to its place', () => {
    const without = nextFeed(at('abcd', 'x'), [...'xabd'], true);
    expect(without.shown).toEqual([...'abd']);
    const older = nextFeed(without, [...'xabdef'], true);
    expect(nextFeed(older, [...'xabcdef'], true)).toEqual(at('abcdef', 'x'));
  });

  it('[FEED-03] scrolled down, older pages are appended, also when the last one has risen', () => {
    expect(nextFeed(at('abc'), [...'xabcde'], true)).toEqual(at('abcde', 'x'));
    expect(nextFeed(at('abc'), [...'cabde'], true)).toEqual(at('abcde'));
  });

  it('a post from further down that rises waits', () => {
    expect(nextFeed(at('abc'), [...'zabc'], true)).toEqual(at('abc', 'z'));
  });

  it('an empty feed is filled even when the page has moved', () => {
    expect(nextFeed(EMPTY_FEED, [...'ab'], true)).toEqual(at('ab'));
  });

  it('keeps its identity when nothing has changed', () => {
    const feed = at('abc', 'x');
    expect(nextFeed(feed, [...'xabc'], true)).toBe(feed);
    const top = at('abc');
    expect(nextFeed(top, [...'abc'], false)).toBe(top);
  });

  it('never moves, doubles or loses a card, whatever comes', () => {
    const keys = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'));
    fc.assert(
      fc.property(fc.array(keys, { minLength: 1 }), ([first = [], ...states]) => {
        let feed = nextFeed(EMPTY_FEED, first, false);
        for (const live of states) {
          const before = feed.shown;
          feed = nextFeed(feed, live, true);
          const all = [...feed.shown, ...feed.waiting];
          expect(new Set(all)).toEqual(new Set(live));
          expect(all.length).toBe(live.length);
          const standing = before.filter((key) => live.includes(key));
          if (before.length > 0) expect(feed.shown.filter((key) => before.includes(key))).toEqual(standing);
          if (feed.shown.length > 0) expect(new Set(feed.order).size).toBe(feed.order.length);
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('counts new posts, and not those that only rose', () => {
    const created = new Map([
      ['new', '09'],
      ['old', '03'],
      ['own', '~1'],
    ]);
    expect(countNew(['new', 'old', 'own', 'unknown'], (key) => created.get(key), '05')).toBe(2);
    expect([pillText(1), pillText(12)]).toEqual(['1 new post', '12 new posts']);
  });
});
