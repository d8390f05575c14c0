import { DEAL_PENDING_MS } from './limits.ts';
import type { Placed } from './ring.ts';

const HOUR_MS = 3_600_000;
/** Part of the readers of a slot who reach the next one: some such part. What they saw is counted soon, and known then. */
const NEXT_SLOT_SHARE = 0.5;

/** How often the running ads of a campus were seen within the hour. */
export interface Balance {
  /** The number of the ad that has had the least; of several the first from a number on. */
  least(ring: readonly Placed[], from: number): number;
  /** Ads were dealt to the slots of a page, in their order. */
  note(ads: readonly Placed[]): void;
}

/** Follows the views of one campus's ads: those that are counted, and those that were dealt a moment ago. */
export function createBalance(clock: () => Date): Balance {
  let hour = Number.NaN;
  /** Views of each ad that are not of this hour, or that it did not have while it ran beside the others. */
  let before = new Map<string, number>();
  let dealtAt = 0;
  let [now, then] = [new Map<string, number>(), new Map<string, number>()];

  /** A deal counts until it is surely counted by those who saw it, or not seen by anybody. */
  function forget(at: number): void {
    // A clock that was put back begins anew.
    if (at >= dealtAt && at - dealtAt < DEAL_PENDING_MS) return;
    then = at - dealtAt < 2 * DEAL_PENDING_MS ? now : new Map();
    now = new Map();
    dealtAt = at;
  }

  /** An ad that is new has had as much as the others have on the average. */
  function admit(ring: readonly Placed[]): void {
    const known = ring.filter(({ ad }) => before.has(ad));
    if (known.length === ring.length) return;
    const sum = known.reduce((all, { ad, views }) => all + views - (before.get(ad) ?? 0), 0);
    const average = known.length === 0 ? 0 : sum / known.length;
    before = new Map(ring.map(({ ad, views }) => [ad, before.get(ad) ?? views - average]));
  }

  const had = ({ ad, views }: Placed) => views - (before.get(ad) ?? 0) + (now.get(ad) ?? 0) + (then.get(ad) ?? 0);

  return {
    least(ring, from) {
      const at = clock().getTime();
      const current = Math.floor(at / HOUR_MS);
      if (current !== hour) before = new Map();
      hour = current;
      forget(at);
      admit(ring);
      let [least, found] = [Number.POSITIVE_INFINITY, from];
      for (let n = 0; n < ring.length; n += 1) {
        const index = (from + n) % ring.length;
        const all = had(ring[index] as Placed);
        if (all < least) [least, found] = [all, index];
      }
      return found;
    },
    note(ads) {
      let share = 1;
      for (const { ad } of ads) {
        now.set(ad, (now.get(ad) ?? 0) + share);
        share *= NEXT_SLOT_SHARE;
      }
    },
  };
}
