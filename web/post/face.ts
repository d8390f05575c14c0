/** Exports of posts for other nouns. */

export { cardActions, othersMenu } from './card/slots.ts';
export { CardList } from './feed/CardList.tsx';
export { NoPost } from './noPostLater.ts';
export { PhotoTile } from './profile/photoTileLater.ts';
