import { lazySoon } from '../../kit/lazySoon.ts';

/** A photo of a post as a tile, for pages of other nouns: none of them is in the first view. */
export const PhotoTile = lazySoon(() => import('./PhotoTile.tsx'));
