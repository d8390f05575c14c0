/** Exports of posts for other nouns. */

export { belowText, cardActions, othersMenu } from './card/slots.ts';
export { CardList } from './feed/CardList.tsx';
export { NoPost } from './noPostLater.ts';
export { PhotoTile } from './profile/photoTileLater.ts';
