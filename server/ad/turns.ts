/** Places of a circle that stands for the order of the running ads, however many run. */
export const PLACES = 2 ** 32;
/** `PLACES` divided by the golden ratio, odd: its multiples, around the circle, fall as evenly as those of any number can. */
const GOLDEN = 0x9e3779b1;

/**
 * Where the page of a turn begins. However many pages have come one after the other, and however many ads run meanwhile, they
 * begin evenly: each ad is the first of as many pages as any other, but for one or two. Chance would leave out some of 500 ads.
 *
 * @param turn number of the page, one more than that of the page before
 */
export function placeOf(turn: number): number {
  return Math.imul(turn, GOLDEN) >>> 0;
}

/** The ad at a place: its number in the order. */
export function adAt(place: number, running: number): number {
  return Math.floor((place / PLACES) * running);
}

/** The first place of an ad. */
export function firstPlaceOf(ad: number, running: number): number {
  return Math.ceil((ad / running) * PLACES);
}

/**
 * The ads of a page's slots: they follow each other in their order, and after the last comes the first (FEED-09).
 *
 * @param ring the running ads in their order
 * @param place where the page begins
 * @param from number of the first slot
 */
export function dealt<Ad>(ring: readonly Ad[], place: number, from: number, slots: number): readonly Ad[] {
  const first = adAt(place, ring.length) + from;
  return Array.from({ length: Math.min(slots, ring.length) }, (_, n) => ring[(first + n) % ring.length] as Ad);
}
