import * as z from 'zod/mini';
import { findCampus } from '#domain/campus/registry.ts';
import { type CampusCut, HOME_SET } from '#projections/engine/campusSets.ts';

/** A set's name is part of the name of its database. */
const SET_NAME = /^[a-z][a-z0-9]{0,19}$/;

export const CAMPUS_SETS_TAKES =
  'sets of campuses such as east=ut,tamu;west=smu: a campus in one set at most, and no set called home, which has the rest';

/** Names with commas between them. */
export const setsSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',').map((name) => name.trim())),
  ),
  z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
);

/** How the read models are cut by campus, as the configuration says it (docs/campus-sets.md). */
export const campusSetsSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(';').map(setIn)),
  ),
  z.pipe(
    z.array(z.tuple([z.string().check(z.regex(SET_NAME)), z.array(z.string())])).check(z.refine(isCut)),
    z.transform((sets): CampusCut => ({ sets: Object.fromEntries(sets) })),
  ),
);

/** One set as it is typed: `east=ut,tamu`. */
function setIn(text: string): [string, string[]] {
  const [name = '', campuses = ''] = text.split('=');
  return [name.trim(), campuses.split(',').map((campus) => campus.trim())];
}

/** No set has the name of another or of the home set, and every campus is known and in one set. */
function isCut(sets: readonly (readonly [string, readonly string[]])[]): boolean {
  const names = [HOME_SET, ...sets.map(([name]) => name)];
  const campuses = sets.flatMap(([, each]) => each);
  const isUnique = (all: readonly string[]) => new Set(all).size === all.length;
  return isUnique(names) && isUnique(campuses) && campuses.every((campus) => findCampus(campus) !== undefined);
}
