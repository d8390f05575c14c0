import type { SettingsPart } from '../noun.ts';

const part: SettingsPart = {
  kept: [
    { where: 'device', name: 'images_not_deleted', use: 'which notice about your pictures you have seen.' },
    { where: 'tab', name: 'quad-places', use: 'where you were in a list, for the way back.' },
    { where: 'tab', name: 'comment_success', use: 'a notice for the next page: that your reply was sent.' },
    { where: 'tab', name: 'trigger_alert', use: 'a notice for the next page: that your post was sent.' },
  ],
};

export default part;
