/** What other nouns may use of posts. */
export { cardActions } from './card/slots.ts';
export { CardList } from './feed/CardList.tsx';
