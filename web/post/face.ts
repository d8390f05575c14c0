/** Exports of posts for other nouns. */

export { Glimpse } from './card/glimpseLater.ts';
export { PostCard } from './card/PostCard.tsx';
export {
  belowContent,
  belowText,
  betweenCards,
  cardActions,
  commentActions,
  othersMenu,
  ownMenu,
} from './card/slots.ts';
export { CardList } from './feed/CardList.tsx';
export { Chips } from './feed/Chips.tsx';
export { Photo } from './media/Photo.tsx';
export { TileGrid } from './media/tileGridLater.ts';
export { VideoPlayer } from './media/videoPlayerLater.ts';
export { NoPost } from './noPostLater.ts';
export { placePath } from './share/placePath.ts';
export { SHARE_ICON_PX, ShareWay } from './share/ShareWay.tsx';
export { shareWays } from './share/slots.ts';
export { PlainText } from './text/plainTextLater.ts';
export { plainWords } from './text/preview.ts';
