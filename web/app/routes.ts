import { lazySoon } from '../kit/lazySoon.ts';
import type { PageRoute } from '../noun.ts';
import { nouns } from '../nouns.ts';
import { isOnThisSite } from '../shell/registry.ts';

/** The pages of this site, as the nouns declare them, and the one for what is not there. */
export const routes: readonly PageRoute[] = [
  ...nouns.flatMap((noun) => noun.routes ?? []).filter(isOnThisSite),
  { path: '/404', Page: lazySoon(() => import('./NotFoundPage.tsx')), title: 'Error 404', isOpen: true },
];
