/** Exports of conversations for other nouns, beside the files that every noun shows. */
export { ofChat } from './topics.ts';
