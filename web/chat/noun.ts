import { MessageCircle } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun } from '../noun.ts';
import { deleteChatDialog } from './dialogs.ts';
import { startingParts } from './start/parts.ts';
import { useUnreadChats } from './useUnreadChats.ts';

/** One component at two addresses: beside a conversation the list stays where it is. */
const MessagesPage = lazySoon(() => import('./MessagesPage.tsx'));

const link = {
  rank: 18,
  to: '/messages',
  label: 'Messages',
  icon: MessageCircle,
  who: 'user',
  useUnread: useUnreadChats,
} as const;

/** Conversations: the list, and each beside it. */
export const chat = defineWebNoun({
  name: 'chat',
  routes: [
    ...startingParts.routes,
    { path: '/messages', Page: MessagesPage, guard: 'protected', frame: 'wide', isOpen: true },
    { path: '/messages/:id', Page: MessagesPage, guard: 'protected', frame: 'wide', isOpen: true },
  ],
  // The phone's bar of the site of no campus has none (SHEL-03).
  navigation: { side: [link], bottom: [{ ...link, site: 'campus' }] },
  dialogs: [
    ...startingParts.dialogs,
    fill(
      deleteChatDialog,
      lazySoon(() => import('./DeleteChatDialog.tsx')),
    ),
  ],
  slots: startingParts.slots,
  outbox: {
    StartChat: { name: 'A new conversation' },
    OpenChat: { name: 'An opened conversation' },
    DeleteChat: { name: 'A deletion' },
  },
});
