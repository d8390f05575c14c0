import { Megaphone } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun } from '../noun.ts';
import { belowContent, betweenCards, ownMenu } from '../post/face.ts';
import { askDialog, rejectDialog, scheduleDialog } from './dialogs.ts';
import { LaterBoostLine, LaterSponsoredSlot } from './later.tsx';

const AdsPage = lazySoon(() => import('./AdsPage.tsx'));
const AfterCheckout = lazySoon(() => import('./AfterCheckout.tsx'));

/** Ads: posts that their owners pay for to be shown to more people. */
export const ad = defineWebNoun({
  name: 'ad',
  routes: [
    { path: '/ads', Page: AdsPage, guard: 'protected', title: 'Manage Ads' },
    { path: '/ads/:id', Page: AdsPage, guard: 'protected', title: 'Manage Ads' },
    {
      path: '/post/:id/boost',
      Page: lazySoon(() => import('./BoostPage.tsx')),
      guard: 'protected',
      title: 'Boost Post',
    },
    { path: '/post/:id/boost/success', Page: AfterCheckout, guard: 'protected', title: 'Boost Post' },
    { path: '/post/:id/boost/cancel', Page: AfterCheckout, guard: 'protected', title: 'Boost Post' },
    {
      path: '/settings/payments',
      Page: lazySoon(() => import('./PaymentsPage.tsx')),
      title: 'Payments',
      frame: 'settings',
    },
    {
      path: '/settings/payments/:id',
      Page: lazySoon(() => import('./ReceiptPage.tsx')),
      guard: 'protected',
      title: 'Receipt',
      frame: 'settings',
    },
  ],
  navigation: { menu: [{ rank: 27, to: '/ads', label: 'Manage Ads', icon: Megaphone, who: 'user' }] },
  dialogs: [
    fill(
      askDialog,
      lazySoon(() => import('./AskDialog.tsx')),
    ),
    fill(
      rejectDialog,
      lazySoon(() => import('./RejectDialog.tsx')),
    ),
    fill(
      scheduleDialog,
      lazySoon(() => import('./ScheduleDialog.tsx')),
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
    ...(['StartCheckout', 'CancelCheckout', 'PauseAd', 'ResumeAd', 'StopAd', 'RenameAd'] as const),
    ...(['ReviewAd', 'ApproveAd', 'ScheduleAd', 'RejectAd'] as const),
  ],
  notices: {
    already_boosted: { true: 'This post is already boosted' },
    cancelled_ad: { true: 'Cancelled boost post request' },
    actived_ad: { true: 'Success! Your ad is running..' },
  },
  settings: () => import('./settingsPart.tsx'),
});
