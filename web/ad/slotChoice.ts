import { ORGANIC_PER_SLOT } from '#domain/ad/limits.ts';
import type { Sponsored } from '#projections/ad/collections.ts';

/** The number of the slot below the n-th organic post, from 0; `null`: there is none (FEED-09). */
export function slotBelow(count: number): number | null {
  return count % ORGANIC_PER_SLOT === 0 ? count / ORGANIC_PER_SLOT - 1 : null;
}

/**
 * The ad of a slot: they take turns, and none is beside the organic copy of its own post (FEED-09, Q17).
 *
 * @param running ads in the order of the page's slots
 * @param beside posts above and below the slot
 * @param kept the post that the slot shows already: it stays while its ad runs, so that nothing changes under the eye
 */
export function adOfSlot(
  running: readonly Sponsored[],
  slot: number,
  beside: readonly string[],
  kept: string | null,
): Sponsored | null {
  const possible = running.filter(({ id }) => !beside.includes(id));
  return possible.find(({ id }) => id === kept) ?? possible[slot % Math.max(1, possible.length)] ?? null;
}

/**
 * The ads of a campus that are all known, in the order of the page's slots: as they were dealt, and those that have begun since
 * after them, so that they shift none.
 *
 * @param known in their order (FEED-10)
 * @param deal `null`: none could be had
 * @param luck from 0 to 1: where a page begins that was dealt none
 */
export function inTurn(known: readonly string[], deal: readonly string[] | null, luck: number): readonly string[] {
  const start = Math.floor(luck * known.length);
  const turned = [...known.slice(start), ...known.slice(0, start)];
  return deal === null
    ? turned
    : [...deal.filter((id) => known.includes(id)), ...known.filter((id) => !deal.includes(id))];
}

/** The posts of the ads from which a slot has its own, in the order of the page's slots. */
export interface SlotPosts {
  readonly ids: readonly string[];
  /** Those of them that the page has to follow by their names: their ads are not among those that it has anyway. */
  readonly named: readonly (readonly string[])[];
}

/**
 * The posts from which a slot has its ad. What it shows already is always one of them: however many ads begin, and whichever of
 * them the page is dealt for this slot by then, the slot keeps its ad while that runs.
 *
 * @param options.first the running ads that every page has, in their order (FEED-10)
 * @param options.isAll whether there are no others
 * @param options.deal what the page was dealt for the slot's round; `null`: it could not be had
 * @param options.kept the post that the slot shows already
 */
export function slotPosts(options: {
  readonly first: readonly string[];
  readonly isAll: boolean;
  readonly deal: readonly string[] | null;
  readonly kept: string | null;
  readonly luck: number;
}): SlotPosts {
  const { first, isAll, deal, kept, luck } = options;
  if (isAll) return { ids: inTurn(first, deal, luck), named: [] };
  // A page that was dealt nothing, because none ran then, has the first ones.
  const isDealt = deal !== null && deal.length > 0;
  const ids = isDealt ? deal : inTurn(first, null, luck);
  const ofDeal = isDealt ? [deal] : [];
  return kept === null || ids.includes(kept)
    ? { ids, named: ofDeal }
    : { ids: [...ids, kept], named: [...ofDeal, [kept]] };
}
