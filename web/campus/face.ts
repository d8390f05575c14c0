/** What other nouns may use of campuses. */
export { rememberCampus } from './redirectTo.ts';
