import { lazySoon } from '../kit/lazySoon.ts';

/** Only for pages other than the feed: see `NoPost`. */
export const NoPost = lazySoon(() => import('./NoPost.tsx'));
