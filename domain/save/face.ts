/** Exports of saves for other nouns, beside the files that every noun shows. */
export type { SaveEvent } from './events.ts';
