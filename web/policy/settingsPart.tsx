import { BookOpen, Info, LifeBuoy, Lock, ScrollText, ShieldCheck, Undo2 } from 'lucide-react';
import type { SettingsPart } from '../noun.ts';

const part: SettingsPart = {
  menu: [
    { rank: 20, to: '/settings/help', label: 'Customer Support', icon: LifeBuoy },
    { rank: 60, to: '/settings/about', label: 'About', icon: Info },
    { rank: 70, to: '/settings/howitworks', label: 'How It Works', icon: BookOpen },
    { rank: 80, to: '/settings/returns', label: 'Return Policy', icon: Undo2 },
    { rank: 90, to: '/settings/trust_and_safety', label: 'Trust and Safety', icon: ShieldCheck },
    { rank: 100, to: '/settings/terms', label: 'Terms of Service', icon: ScrollText },
    { rank: 110, to: '/settings/privacy', label: 'Privacy Policy', icon: Lock },
  ],
};

export default part;
