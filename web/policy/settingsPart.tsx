import { Info, ScrollText } from 'lucide-react';
import type { SettingsPart } from '../noun.ts';

const part: SettingsPart = {
  menu: [
    { rank: 60, to: '/settings/about', label: 'About', icon: Info },
    { rank: 100, to: '/settings/terms', label: 'Terms of Service', icon: ScrollText },
  ],
};

export default part;
