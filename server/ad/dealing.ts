import { SPONSORED_ADS } from '#domain/ad/limits.ts';
import { RecentMap } from '../kernel/recentMap.ts';
import { type Balance, createBalance } from './balance.ts';
import { TURN_KEPT_MS, TURNS_KEPT } from './limits.ts';
import type { Placed } from './ring.ts';
import { adAt, dealt, firstPlaceOf, PLACES, placeOf } from './turns.ts';

/** The ads of the next slots of a page. */
export interface Dealt {
  /** Where in the order of the ads the page begins: it says so when it asks for more. */
  readonly place: number;
  readonly ads: readonly Placed[];
}

/** Deals the running ads of the campuses to the pages. */
export interface Dealing {
  /** The first slots of a new page. @param asker who asks: within some seconds all of one's pages begin at one place */
  begin(campus: string, ring: readonly Placed[], asker: string): Dealt;
  /** Further slots. @param from number of the first of them */
  goOn(ring: readonly Placed[], page: { readonly place: number; readonly from: number }): Dealt;
}

interface Campus {
  turn: number;
  readonly balance: Balance;
}

/**
 * Every other page begins evenly around the order of the ads, whatever anybody says that people saw: so no ad has less than half
 * of its share, also if somebody forges views of it. The pages between begin at the ad that has had the fewest views in this
 * hour: they make up for readers who left before the first slot. One person has one turn in some seconds, so that nobody uses up
 * the turns of an ad by asking.
 *
 * @param options.first first turn of a campus in this process: any number, so that a restart does not begin with the same ads
 */
export function createDealing(options: { readonly first: () => number; readonly clock: () => Date }): Dealing {
  const campuses = new Map<string, Campus>();
  const recent = new RecentMap<string, { readonly place: number; readonly at: number }>(TURNS_KEPT);

  function campusOf(name: string): Campus {
    const known = campuses.get(name) ?? { turn: options.first(), balance: createBalance(options.clock) };
    campuses.set(name, known);
    return known;
  }

  function beginning(campus: Campus, ring: readonly Placed[]): number {
    campus.turn = (campus.turn + 1) % PLACES;
    const even = placeOf(campus.turn >>> 1);
    if (campus.turn % 2 === 0 || ring.length === 0) return even;
    return firstPlaceOf(campus.balance.least(ring, adAt(even, ring.length)), ring.length);
  }

  return {
    begin(name, ring, asker) {
      const key = `${name} ${asker}`;
      const now = options.clock().getTime();
      const known = recent.get(key);
      if (known !== undefined && Math.abs(now - known.at) < TURN_KEPT_MS) {
        return { place: known.place, ads: dealt(ring, known.place, 0, SPONSORED_ADS) };
      }
      const campus = campusOf(name);
      const place = beginning(campus, ring);
      recent.set(key, { place, at: now });
      const ads = dealt(ring, place, 0, SPONSORED_ADS);
      campus.balance.note(ads);
      return { place, ads };
    },
    // Only the first slots count as dealt: anybody may ask for any further ones.
    goOn: (ring, { place, from }) => ({ place, ads: dealt(ring, place, from, SPONSORED_ADS) }),
  };
}
