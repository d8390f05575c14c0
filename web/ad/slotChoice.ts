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
