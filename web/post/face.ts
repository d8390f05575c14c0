/** Exports of posts for other nouns. */

export { belowText, cardActions, commentActions, othersMenu } from './card/slots.ts';
export { CardList } from './feed/CardList.tsx';
export { TileGrid } from './media/tileGridLater.ts';
export { NoPost } from './noPostLater.ts';
export { placePath } from './share/placePath.ts';
export { plainWords } from './text/preview.ts';
