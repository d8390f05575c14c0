import { UserRoundCog } from 'lucide-react';
import type { SettingsPart } from '../noun.ts';

const part: SettingsPart = {
  menu: [{ rank: 10, to: '/settings/account', label: 'Account Settings', icon: UserRoundCog, who: 'user' }],
};

export default part;
