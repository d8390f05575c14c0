/** Exports of conversations for other nouns, beside the files that every noun shows. */
export type { ChatEvent } from './events.ts';
export { chatIdOf } from './pair.ts';
