/** The parts of campuses that other nouns may use. */
export { rememberCampus } from './redirectTo.ts';
