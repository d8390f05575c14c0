import type { SettingsPart } from '../noun.ts';

const part: SettingsPart = {
  kept: [
    { where: 'device', name: 'redirect_to', use: 'the campus that you chose on the site of all campuses.' },
    {
      where: 'tab',
      name: 'quad-hand-over',
      use: 'that this tab waits to be logged in from the site of another campus.',
    },
  ],
};

export default part;
