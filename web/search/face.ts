/** Exports of searches for other nouns. */
export { LiveHits, useAreHitsAnswered } from './LiveHits.tsx';
export { useResults } from './useResults.ts';
