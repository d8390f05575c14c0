import type { SettingsPart } from '../noun.ts';

const part: SettingsPart = {
  accountRows: [
    { rank: 22, label: 'Passkeys', to: '/settings/account/passkeys', Value: () => 'Log in without a password' },
  ],
};

export default part;
