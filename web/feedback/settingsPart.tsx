import { MessageSquareHeart } from 'lucide-react';
import type { SettingsPart } from '../noun.ts';

const part: SettingsPart = {
  menu: [{ rank: 30, to: '/settings/feedback', label: 'Give Us Feedback', icon: MessageSquareHeart }],
};

export default part;
