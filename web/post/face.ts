/** Exports of posts for other nouns. */

export { belowText, cardActions, commentActions, othersMenu } from './card/slots.ts';
export { CardList } from './feed/CardList.tsx';
export { TileGrid } from './media/tileGridLater.ts';
export { NoPost } from './noPostLater.ts';
export { SHARE_ICON_PX, ShareWay } from './share/ShareWay.tsx';
export { shareWays } from './share/slots.ts';
