import { expect, it } from '@jest/globals';
import { SPONSORED_ADS } from '#domain/ad/limits.ts';
import type { Sponsored } from '#projections/ad/collections.ts';
import { adOfSlot, inTurn, slotBelow, slotPosts } from '#web/ad/slotChoice.ts';

const ads = (...names: readonly string[]) => names.map((id) => ({ id }) as Sponsored);
const SLOTS = 12_000;

it('[FEED-09] there is a slot after every four organic posts and nowhere else; fewer than four have none', () => {
  const below = Array.from({ length: 12 }, (_, index) => slotBelow(index + 1));
  expect(below).toEqual([null, null, null, 0, null, null, null, 1, null, null, null, 2]);
});

it('[FEED-09] the running ads take turns, and none stands beside the organic copy of its own post (Q17)', () => {
  const running = ads('a', 'b', 'c');
  const shown = [0, 1, 2, 3, 4].map((slot) => adOfSlot(running, slot, [], null)?.id);
  expect(shown).toEqual(['a', 'b', 'c', 'a', 'b']);
  expect(adOfSlot(running, 0, ['a', 'x'], null)?.id).toBe('b');
  expect(adOfSlot(ads('a'), 0, ['a'], null)).toBeNull();
  expect(adOfSlot([], 0, [], null)).toBeNull();
});

it('three ads and 12,000 slots: 4,000 each but for one', () => {
  const running = ads('a', 'b', 'c');
  const counts = new Map<string, number>();
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const id = adOfSlot(running, slot, [], null)?.id ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  for (const id of ['a', 'b', 'c']) expect(Math.abs((counts.get(id) ?? 0) - SLOTS / 3)).toBeLessThanOrEqual(1);
});

it('[FEED-12 in part] an ad that pauses, or a new one, shifts no other slot that is on screen', () => {
  const before = [0, 1, 2, 3].map((slot) => adOfSlot(ads('a', 'b', 'c'), slot, [], null)?.id ?? '');
  const kept = (running: readonly Sponsored[]) => before.map((id, slot) => adOfSlot(running, slot, [], id)?.id);
  expect(kept(ads('new', 'a', 'b', 'c'))).toEqual(before);
  expect(kept(ads('a', 'c'))).toEqual(['a', expect.stringMatching(/^[ac]$/), 'c', 'a']);
});

it('[FEED-12 in part] however many ads begin, and whatever is dealt, a slot keeps the ad that it shows while that runs', () => {
  const names = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `ad ${from + n}`);
  for (let before = 1; before <= SPONSORED_ADS; before += 1) {
    const dealt = names(0, before - 1);
    const few = slotPosts({ first: names(0, before), isAll: true, deal: dealt, kept: null, luck: 0 });
    expect(few).toEqual({ ids: inTurn(names(0, before), dealt, 0), named: [] });
    const shown = names(0, before).map((_, slot) => adOfSlot(ads(...few.ids), slot, [], null)?.id ?? '');
    // The others end sooner: none of what the page shows is among the first any more.
    const first = names(100, 100 + SPONSORED_ADS);
    for (const deal of [null, [], dealt, names(50, 50 + SPONSORED_ADS)]) {
      for (const [slot, kept] of shown.entries()) {
        const { ids, named } = slotPosts({ first, isAll: false, deal, kept, luck: 0.3 });
        expect(adOfSlot(ads(...ids), slot, [], kept)?.id).toBe(kept);
        // The page has all of them: the first ones, and those that it follows by their names.
        expect([...first, ...named.flat()]).toEqual(expect.arrayContaining([...ids]));
      }
    }
  }
});

it('a page that was dealt nothing, because no ad ran then, has the first of many', () => {
  const first = ['a', 'b', 'c', 'd', 'e', 'f'];
  expect(slotPosts({ first, isAll: false, deal: [], kept: null, luck: 0 })).toEqual({ ids: first, named: [] });
});
