import { CreditCard, Megaphone } from 'lucide-react';
import type { SettingsPart } from '../noun.ts';

const group = 'For Professionals';

const part: SettingsPart = {
  menu: [
    { rank: 40, to: '/ads', label: 'Manage Ads', icon: Megaphone, group },
    { rank: 41, to: '/settings/payments', label: 'Payments', icon: CreditCard, group },
  ],
  kept: [
    {
      where: 'tab',
      name: 'quad-checkouts',
      use: 'the ads that you went to pay for, so that the way back takes back no other.',
    },
    { where: 'tab', name: 'already_boosted', use: 'a notice for the next page: that a post is boosted already.' },
    { where: 'tab', name: 'cancelled_ad', use: 'a notice for the next page: that a boost was taken back.' },
    { where: 'tab', name: 'actived_ad', use: 'a notice for the next page: that an ad is running.' },
  ],
};

export default part;
