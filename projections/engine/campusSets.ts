import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { EventFold, Projection } from '../kernel/projection.ts';

/**
 * How the campuses are parted into sets. Each set has read models of its own: a projector, a checkpoint, a change feed and
 * generations. So the load of many campuses is folded by as many machines.
 */
export interface CampusCut {
  /** Campuses by the name of their set. All others, and whatever is of no campus, are in the home set. */
  readonly sets: Readonly<Record<string, readonly string[]>>;
}

/** The set of people, of rights, and of all campuses that no other set has. */
export const HOME_SET = 'home';
/** All campuses in one set. */
export const UNCUT: CampusCut = { sets: {} };

/** Names of all sets, the home set first. */
export function setNames({ sets }: CampusCut): readonly string[] {
  return [HOME_SET, ...Object.keys(sets).sort()];
}

/** Name of the set that a campus is in. */
export function setOf({ sets }: CampusCut, campus: string): string {
  return Object.keys(sets).find((name) => sets[name]?.includes(campus)) ?? HOME_SET;
}

/** The cut after a campus has moved to a set; one that loses its last campus is gone. */
export function withCampusIn(cut: CampusCut, campus: string, set: string): CampusCut {
  const others = Object.entries(cut.sets).map(([name, campuses]) => [name, campuses.filter((each) => each !== campus)]);
  const before: Record<string, readonly string[]> = Object.fromEntries(others);
  const moved = set === HOME_SET ? before : { ...before, [set]: [...(before[set] ?? []), campus].sort() };
  return { sets: Object.fromEntries(Object.entries(moved).filter(([, campuses]) => campuses.length > 0)) };
}

/**
 * The projections as one set folds them. What is of a campus is folded from the events of the set's own campuses, what is
 * of none in the home set alone. Which campuses these are is part of a projection's shape (`shapeDigest`): read models of
 * other campuses are stale, and `prepare` builds them anew, beside the live ones.
 *
 * @param projections of the product; where nothing is cut they are returned as they are
 */
export function projectionsOfSet(
  projections: readonly Projection[],
  cut: CampusCut,
  set: string,
): readonly Projection[] {
  if (setNames(cut).length === 1) return projections;
  return projections.map((projection) => {
    if (projection.ofCampus === true) return ofSet(projection, cut, set);
    // The erasures stay in every set: all folds need them.
    return set === HOME_SET || projection.name === 'erasure' ? projection : { ...projection, folds: {} };
  });
}

function ofSet(projection: Projection, cut: CampusCut, set: string): Projection {
  const isIn = (event: RecordedEvent) => setOfEvent(cut, event) === set;
  const folds = Object.entries(projection.folds as unknown as Readonly<Record<string, EventFold>>).map(
    ([type, { reads, fold }]): [string, EventFold] => [
      type,
      {
        reads: (event) => (isIn(event) ? reads(event) : []),
        fold: (event, documents) => (isIn(event) ? fold(event, documents) : []),
      },
    ],
  );
  return { ...projection, folds: Object.fromEntries(folds) as Projection['folds'], part: partOf(cut, set) };
}

/** The set that folds an event. */
function setOfEvent(cut: CampusCut, event: RecordedEvent): string {
  const { campus } = event.data as { readonly campus?: string };
  return campus === undefined ? HOME_SET : setOf(cut, campus);
}

/** The campuses of a set in words; of the home set those that it does not have. */
function partOf({ sets }: CampusCut, set: string): string {
  if (set !== HOME_SET) return `${[...(sets[set] ?? [])].sort().join(' ')}`;
  return `all but ${Object.values(sets).flat().sort().join(' ')}`;
}
