import { lazySoon } from '../../kit/lazySoon.ts';
import { fill } from '../../kit/slots.tsx';
import type { PageRoute, WebNoun } from '../../noun.ts';
import { cardActions, othersMenu, shareWays } from '../../post/face.ts';
import { personActions, profileActions } from '../../user/face.ts';
import { newMessageDialog, startChatDialog } from './dialogs.ts';
import { MessageButton } from './MessageButton.tsx';

const NewMessagePage = lazySoon(() => import('./NewMessagePage.tsx'));

/** The ways to a conversation, as parts of the manifest (CHAT-13, CHAT-14, PROF-08, FEED-16, FEED-19, SAVE-05, POST-22). */
export const startingParts = {
  routes: [
    { path: '/messages/new', Page: NewMessagePage, guard: 'protected', title: 'New Message', isOpen: true },
    { path: '/create/message', Page: NewMessagePage, guard: 'protected', title: 'New Message', isOpen: true },
  ] satisfies readonly PageRoute[],
  dialogs: [
    fill(
      startChatDialog,
      lazySoon(() => import('./StartChatDialog.tsx')),
    ),
    fill(
      newMessageDialog,
      lazySoon(() => import('./NewMessageDialog.tsx')),
    ),
  ],
  slots: [
    fill(cardActions, MessageButton),
    fill(
      othersMenu,
      lazySoon(() => import('./MessageEntry.tsx')),
    ),
    fill(
      profileActions,
      lazySoon(() => import('./ProfileMessage.tsx')),
    ),
    fill(
      personActions,
      lazySoon(() => import('./PersonMessage.tsx')),
    ),
    fill(
      shareWays,
      lazySoon(() => import('./ShareByMessage.tsx')),
    ),
  ],
} satisfies Partial<WebNoun>;
