import { lazySoon } from '../../kit/lazySoon.ts';

/** For pages of other nouns: none of them is in the first view. */
export const Glimpse = lazySoon(() => import('./Glimpse.tsx'));
