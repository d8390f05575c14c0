import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun } from '../noun.ts';
import { logInWays } from '../user/face.ts';
import { addPasskeyDialog, removePasskeyDialog, renamePasskeyDialog } from './dialogs.ts';
import { PasskeyWay } from './PasskeyWay.tsx';

/** Passkeys: logging in with them, and the list of one's own. */
export const passkey = defineWebNoun({
  name: 'passkey',
  routes: [
    {
      path: '/settings/account/passkeys',
      Page: lazySoon(() => import('./PasskeysPage.tsx')),
      guard: 'protected',
      title: 'Passkeys',
      frame: 'settings',
    },
  ],
  dialogs: [
    fill(
      addPasskeyDialog,
      lazySoon(() => import('./AddPasskeyDialog.tsx')),
    ),
    fill(
      renamePasskeyDialog,
      lazySoon(() => import('./RenamePasskeyDialog.tsx')),
    ),
    fill(
      removePasskeyDialog,
      lazySoon(() => import('./RemovePasskeyDialog.tsx')),
    ),
  ],
  slots: [fill(logInWays, PasskeyWay)],
  direct: ['RenamePasskey'],
  settings: () => import('./settingsPart.tsx'),
});
