import { House } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun, frameSlots } from '../noun.ts';
import { AboutGroup } from './AboutGroup.tsx';

/** The campus of the site, and on the site of none the way to all of them. */
export const campus = defineWebNoun({
  name: 'campus',
  routes: [
    { path: '/home', Page: lazySoon(() => import('./CampusDirectory.tsx')), title: 'Campuses', site: 'generic' },
  ],
  navigation: {
    side: [{ rank: 10, to: '/home', label: 'Campuses', icon: House, site: 'generic' }],
    bottom: [{ rank: 10, to: '/home', label: 'Home', icon: House, site: 'generic' }],
  },
  slots: [fill(frameSlots.aside, AboutGroup)],
});
