import { Megaphone } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun } from '../noun.ts';
import { belowContent, betweenCards, ownMenu } from '../post/face.ts';
import { askDialog } from './dialogs.ts';
import { LaterBoostLine, LaterSponsoredSlot } from './later.tsx';

const AdsPage = lazySoon(() => import('./AdsPage.tsx'));
const PaymentsPage = lazySoon(() => import('./PaymentsPage.tsx'));
const AfterCheckout = lazySoon(() => import('./AfterCheckout.tsx'));

const managed = { guard: 'protected', title: 'Manage Ads', frame: 'wide' } as const;
const boosted = { guard: 'protected', title: 'Boost Post' } as const;

/** Ads: posts that their owners pay for to be shown to more people. */
export const ad = defineWebNoun({
  name: 'ad',
  routes: [
    { path: '/ads', Page: AdsPage, ...managed },
    { path: '/ads/:id', Page: AdsPage, ...managed },
    { path: '/post/:id/boost', Page: lazySoon(() => import('./BoostPage.tsx')), ...boosted },
    { path: '/post/:id/boost/success', Page: AfterCheckout, ...boosted },
    { path: '/post/:id/boost/cancel', Page: AfterCheckout, ...boosted },
    { path: '/settings/payments', Page: PaymentsPage, title: 'Payments', frame: 'settings' },
    { path: '/settings/payments/:id', Page: PaymentsPage, guard: 'protected', title: 'Receipt', frame: 'settings' },
  ],
  navigation: { menu: [{ rank: 27, to: '/ads', label: 'Manage Ads', icon: Megaphone, who: 'user' }] },
  dialogs: [
    fill(
      askDialog,
      lazySoon(() => import('./AskDialog.tsx')),
    ),
  ],
  slots: [
    fill(belowContent, LaterBoostLine),
    fill(betweenCards, LaterSponsoredSlot),
    fill(
      ownMenu,
      lazySoon(() => import('./BoostEntry.tsx')),
    ),
  ],
  consoleTabs: () => import('./consoleTabs.tsx'),
  direct: [
    'StartCheckout',
    'CancelCheckout',
    'PauseAd',
    'ResumeAd',
    'StopAd',
    'RenameAd',
    'ReviewAd',
    'ApproveAd',
    'ScheduleAd',
    'RejectAd',
  ],
  notices: {
    already_boosted: { true: 'This post is already boosted' },
    cancelled_ad: { true: 'Cancelled boost post request' },
    actived_ad: { true: 'Success! Your ad is running..' },
  },
  settings: () => import('./settingsPart.tsx'),
});
