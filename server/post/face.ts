/** Exports of posts for other nouns. */
export { postPath } from './postPath.ts';
export { readStandingPost } from './standingPost.ts';
