/** Exports of ads for other nouns. */
export { isOver } from './settling.ts';
