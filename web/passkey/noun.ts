import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun } from '../noun.ts';
import { logInWays } from '../user/face.ts';
import { addPasskeyDialog, removePasskeyDialog, renamePasskeyDialog } from './dialogs.ts';

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
  slots: [
    fill(
      logInWays,
      lazySoon(() => import('./PasskeyButton.tsx')),
    ),
  ],
  direct: ['RenamePasskey'],
  settings: () => import('./settingsPart.tsx'),
});
