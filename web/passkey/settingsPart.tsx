import type { SettingsPart } from '../noun.ts';

const part: SettingsPart = {
  accountRows: [
    { rank: 22, label: 'Passkeys', to: '/settings/account/passkeys', Value: () => 'Log in without a password' },
  ],
  kept: [
    {
      where: 'cookie',
      name: 'quad_passkey_sign_in',
      use: 'for 5 minutes, while you log in with a passkey: what your device is to sign.',
    },
    {
      where: 'cookie',
      name: 'quad_passkey_new',
      use: 'for 5 minutes, while you add a passkey: what your device is to sign.',
    },
  ],
};

export default part;
