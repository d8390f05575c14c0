/** Exports of settings for other nouns. */
export { excerptOf, nameInMail, type Reachable, reachable } from './reachable.ts';
