import { lazySoon } from '../../kit/lazySoon.ts';

/** For pages of other nouns: none of them is in the first view. In one piece with the windows of tiles. */
export const TileGrid = lazySoon(async () => ({ default: (await import('./MediaGrid.tsx')).TileGrid }));
