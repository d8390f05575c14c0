/** Exports of figures for other nouns. */
export { AdFigures } from './AdFigures.tsx';
export { PostFiguresLine } from './PostFiguresLine.tsx';
export { CALL_MARK, useSponsoredCard } from './useSponsoredCard.ts';
