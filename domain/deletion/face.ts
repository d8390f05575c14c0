/** Exports of deletions for other nouns, beside the files that every noun shows. */
export { deletionFact } from './decider.ts';
