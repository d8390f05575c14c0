/** Exports of posts for other nouns. */
export { cardActions, othersMenu } from './card/slots.ts';
export { CardList } from './feed/CardList.tsx';
export { PhotoTile } from './profile/photoTileLater.ts';
