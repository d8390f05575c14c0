import { House, Search } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { Spinner } from '../kit/Spinner.tsx';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun, frameSlots, type PageFrame } from '../noun.ts';
import { Bare } from './Bare.tsx';
import { schoolDialog } from './dialogs.ts';
import { forgetCampus } from './redirectTo.ts';
import { VisitBanner } from './VisitBanner.tsx';
import { WelcomeAboveFeed } from './WelcomePanel.tsx';

/** Around pages that lead on by themselves. */
const bare: PageFrame = { Frame: Bare, Loading: Spinner };
const search = { rank: 15, to: '/search_schools', label: 'Search schools', icon: Search, site: 'generic' } as const;

/** The campus of the site, and the ways to the others. */
export const campus = defineWebNoun({
  name: 'campus',
  routes: [
    {
      path: '/home',
      Page: lazySoon(() => import('./GenericLanding.tsx')),
      title: 'Find Your School',
      site: 'generic',
      isOpen: true,
    },
    {
      path: '/search_schools',
      Page: lazySoon(() => import('./SearchSchoolsPage.tsx')),
      title: 'Find Your School',
      isOpen: true,
    },
    { path: '/hand-over', Page: lazySoon(() => import('./HandOverPage.tsx')), title: 'One moment', frame: bare },
  ],
  navigation: {
    side: [{ rank: 10, to: '/home', label: 'Home', icon: House, site: 'generic' }, search],
    bottom: [{ rank: 10, to: '/home', label: 'Home', icon: House, site: 'generic' }, search],
  },
  dialogs: [
    fill(
      schoolDialog,
      lazySoon(() => import('./SchoolDialog.tsx')),
    ),
  ],
  slots: [
    // A phone has no room for it.
    fill(
      frameSlots.aside,
      lazySoon(() => import('./AboutGroup.tsx')),
    ),
    fill(frameSlots.pageTop, VisitBanner),
    fill(frameSlots.pageTop, WelcomeAboveFeed),
    fill(
      frameSlots.closed,
      lazySoon(() => import('./PrivateCommunity.tsx')),
    ),
  ],
  settings: () => import('./settingsPart.tsx'),
  direct: ['ChangeCampusPrivacy'],
  forget: async () => forgetCampus(),
});
