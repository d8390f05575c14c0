import { Settings } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { defineWebNoun } from '../noun.ts';

/** On a narrow screen it is the menu, on a wide one the first page (`SettingsMenuPage.tsx`). */
const link = { rank: 40, to: '/settings/menu', within: '/settings', label: 'Settings', icon: Settings } as const;

/** The settings: their menu, the account at one look, and what only its owner knows and can change. */
export const settings = defineWebNoun({
  name: 'settings',
  routes: [
    { path: '/settings', Page: lazySoon(() => import('./SettingsIndex.tsx')), frame: 'settings' },
    {
      path: '/settings/menu',
      Page: lazySoon(() => import('./SettingsMenuPage.tsx')),
      title: 'Settings',
      frame: 'settings',
    },
    {
      path: '/settings/account',
      Page: lazySoon(() => import('./AccountPage.tsx')),
      guard: 'protected',
      title: 'Account Settings',
      frame: 'settings',
    },
  ],
  navigation: {
    side: [link],
    bottom: [{ ...link, site: 'generic' }],
    menu: [{ ...link, rank: 25 }],
  },
  settings: () => import('./settingsPart.tsx'),
});
