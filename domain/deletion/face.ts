/** Exports of deletions for other nouns, beside the files that every noun shows. */
export { type DeletionState, deletionFact, refuseLeaving } from './decider.ts';
