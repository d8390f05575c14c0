/** Exports of posts for other nouns. */

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
export { TileGrid } from './media/tileGridLater.ts';
export { NoPost } from './noPostLater.ts';
