import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun, frameSlots } from '../noun.ts';
import { entrance } from '../user/face.ts';
import { HeldPerson } from './HeldPerson.tsx';
import { DELETE_PATH, DOWNLOAD_PATH, PENDING_PATH } from './paths.ts';

/** Leaving: the deletion of one's account, and what one takes along. */
export const deletion = defineWebNoun({
  name: 'deletion',
  routes: [
    {
      path: DELETE_PATH,
      Page: lazySoon(() => import('./DeletePage.tsx')),
      // Also without a confirmed address.
      guard: 'signed-in',
      title: 'Delete account',
      frame: 'settings',
      isOpen: true,
    },
    {
      path: DOWNLOAD_PATH,
      Page: lazySoon(() => import('./DownloadPage.tsx')),
      guard: 'signed-in',
      title: 'Download my data',
      frame: 'settings',
      isOpen: true,
    },
    {
      path: PENDING_PATH,
      Page: lazySoon(() => import('./PendingPage.tsx')),
      title: 'Your account will be deleted',
      frame: entrance,
      isOpen: true,
    },
  ],
  slots: [fill(frameSlots.always, HeldPerson)],
  settings: () => import('./settingsPart.tsx'),
  direct: ['CancelDeletion'],
});
