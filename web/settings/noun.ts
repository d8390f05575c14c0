import { Settings } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun, frameSlots, type PageRoute } from '../noun.ts';
import { TipsAboveFeed, TipsBesideFeed } from './TipsCard.tsx';

/** On a narrow screen it is the menu, on a wide one the first page (`SettingsMenuPage.tsx`). */
const link = { rank: 40, to: '/settings/menu', within: ['/settings'], label: 'Settings', icon: Settings } as const;

/** The forms of the account's rows. */
const forms: readonly PageRoute[] = [
  { path: '/settings/account/phone', Page: lazySoon(() => import('./PhonePage.tsx')), title: 'Phone' },
  { path: '/settings/account/gender', Page: lazySoon(() => import('./GenderPage.tsx')), title: 'Gender' },
  { path: '/settings/account/birth_date', Page: lazySoon(() => import('./BirthDatePage.tsx')), title: 'Birth date' },
  {
    path: '/settings/account/notifications',
    Page: lazySoon(() => import('./EmailNotificationsPage.tsx')),
    title: 'Email notifications',
  },
];

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
    ...forms.map((form): PageRoute => ({ ...form, guard: 'protected', frame: 'settings' })),
  ],
  navigation: {
    side: [link],
    bottom: [{ ...link, site: 'generic' }],
    menu: [{ ...link, rank: 25 }],
  },
  direct: ['ChangePhone', 'ChangeGender', 'ChangeBirthDate'],
  outbox: {
    ChangeEmailNotifications: { name: 'Your choice about emails' },
    ChangeMailKind: { name: 'Your choice about emails' },
    DismissTips: { name: 'Your tips' },
  },
  slots: [fill(frameSlots.asideTop, TipsBesideFeed), fill(frameSlots.feedTop, TipsAboveFeed)],
  settings: () => import('./settingsPart.tsx'),
});
