/** Exports of posts for other nouns. */
export { readStandingPost } from './standingPost.ts';
