import { lazySoon } from '../kit/lazySoon.ts';
import { defineWebNoun, type PageRoute } from '../noun.ts';

const pages: readonly PageRoute[] = [
  { path: '/settings/about', Page: lazySoon(() => import('./AboutPage.tsx')), title: 'About' },
  { path: '/settings/help', Page: lazySoon(() => import('./HelpPage.tsx')), title: 'Customer Support' },
  { path: '/settings/howitworks', Page: lazySoon(() => import('./HowItWorksPage.tsx')), title: 'How It Works' },
  { path: '/settings/privacy', Page: lazySoon(() => import('./PrivacyPage.tsx')), title: 'Privacy Policy' },
  { path: '/settings/returns', Page: lazySoon(() => import('./ReturnsPage.tsx')), title: 'Return Policy' },
  { path: '/settings/trust_and_safety', Page: lazySoon(() => import('./TrustPage.tsx')), title: 'Trust and Safety' },
  { path: '/settings/terms', Page: lazySoon(() => import('./TermsPage.tsx')), title: 'Terms of Service' },
];

/** The pages about Quad, and its rules. */
export const policy = defineWebNoun({
  name: 'policy',
  routes: pages.map((page) => ({ ...page, frame: 'settings' })),
  settings: () => import('./settingsPart.tsx'),
});
