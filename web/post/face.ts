/** Exports of posts for other nouns. */
export { cardActions } from './card/slots.ts';
export { CardList } from './feed/CardList.tsx';
