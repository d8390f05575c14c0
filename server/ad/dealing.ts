import { SPONSORED_ADS } from '#domain/ad/limits.ts';
import { type Balance, createBalance } from './balance.ts';
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
  /** The first slots of a new page. */
  begin(campus: string, ring: readonly Placed[]): Dealt;
  /** Further slots. @param from number of the first of them */
  goOn(campus: string, ring: readonly Placed[], page: { readonly place: number; readonly from: number }): Dealt;
}

interface Campus {
  turn: number;
  readonly balance: Balance;
}

/**
 * Every other page begins evenly around the order of the ads, whatever anybody says that people saw: so no ad has less than half
 * of its share, also if somebody forges views of it. The pages between begin at the ad that has had the fewest views in this
 * hour: they make up for readers who left before the first slot.
 *
 * @param options.first first turn of a campus in this process: any number, so that a restart does not begin with the same ads
 */
export function createDealing(options: { readonly first: () => number; readonly clock: () => Date }): Dealing {
  const campuses = new Map<string, Campus>();

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

  function deal(campus: Campus, ring: readonly Placed[], place: number, from: number): Dealt {
    const ads = dealt(ring, place, from, SPONSORED_ADS);
    campus.balance.note(from === 0 ? ads : []);
    return { place, ads };
  }

  return {
    begin(name, ring) {
      const campus = campusOf(name);
      return deal(campus, ring, beginning(campus, ring), 0);
    },
    goOn: (name, ring, { place, from }) => deal(campusOf(name), ring, place, from),
  };
}
