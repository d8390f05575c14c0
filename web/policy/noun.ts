import { lazySoon } from '../kit/lazySoon.ts';
import { defineWebNoun } from '../noun.ts';

/** The terms. */
export const policy = defineWebNoun({
  name: 'policy',
  routes: [{ path: '/settings/terms', Page: lazySoon(() => import('./TermsPage.tsx')), title: 'Terms of Service' }],
});
