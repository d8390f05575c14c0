/** Exports of messages for other nouns, beside the files that every noun shows. */
export { messageFolder } from './files.ts';
