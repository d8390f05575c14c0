import { lazySoon } from '../kit/lazySoon.ts';
import { defineWebNoun, type PageRoute } from '../noun.ts';

const pages: readonly PageRoute[] = [
  { path: '/settings/about', Page: lazySoon(() => import('./AboutPage.tsx')), title: 'About' },
  { path: '/settings/terms', Page: lazySoon(() => import('./TermsPage.tsx')), title: 'Terms of Service' },
];

/** What there is to read: about Quad, and its rules. */
export const policy = defineWebNoun({
  name: 'policy',
  routes: pages.map((page) => ({ ...page, frame: 'settings' })),
  settings: () => import('./settingsPart.tsx'),
});
