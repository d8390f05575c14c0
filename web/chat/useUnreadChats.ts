import { unreadChats } from '#projections/message/collections.ts';
import { useSession } from '../session/session.ts';
import { useDocument } from '../sync/hooks.ts';

/** How many of the viewer's conversations are unread, live (CHAT-19). It comes with the account. */
export function useUnreadChats(): number {
  const userId = useSession((session) => session.userId);
  return useDocument(unreadChats, userId)?.chats ?? 0;
}
