import { type CampusCut, projectionsOfSet } from '#projections/engine/campusSets.ts';
import { projections as all } from '#projections/registry.ts';

/**
 * The projections of one set of campuses, for the thread of a build: it imports them by an address, which names cut and set.
 *
 * @returns a `projectionsModule` of `createSqliteBuilder`
 */
export function projectionsModuleOf(cut: CampusCut, set: string): string {
  const address = new URL('./setProjections.ts', import.meta.url);
  address.searchParams.set('cut', JSON.stringify(cut));
  address.searchParams.set('set', set);
  return address.href;
}

/** Those of the set that the module's own address names; of all campuses where it names none. */
export const projections = ofAddress(new URL(import.meta.url).searchParams);

function ofAddress(named: URLSearchParams) {
  const [cut, set] = [named.get('cut'), named.get('set')];
  return cut === null || set === null ? all : projectionsOfSet(all, JSON.parse(cut) as CampusCut, set);
}
