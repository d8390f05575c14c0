/** Exports of campuses for other nouns, beside the files that every noun shows. */
export type { Campus } from './campus.ts';
export { campuses, campusNamed, DEFAULT_CAMPUS, findCampus } from './registry.ts';
