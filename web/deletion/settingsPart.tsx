import type { SettingsPart } from '../noun.ts';
import { DELETE_PATH, DOWNLOAD_PATH } from './paths.ts';

const part: SettingsPart = {
  accountRows: [
    { rank: 200, label: 'Download my data', to: DOWNLOAD_PATH, Value: () => 'Everything that we keep about you' },
    { rank: 210, label: 'Delete account', to: DELETE_PATH, Value: () => 'With a week to change your mind' },
  ],
};

export default part;
