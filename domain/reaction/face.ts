/** Exports of reactions for other nouns, beside the files that every noun shows. */
export type { ReactionEvent } from './events.ts';
