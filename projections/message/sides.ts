import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Write, write } from '../kernel/projection.ts';
import { type Conversation, conversationKey, conversations, isUnread, unreadChats } from './collections.ts';

/** The documents that an event on one side of a conversation may write: the side, and its user's number of unread ones. */
export function sideRefs(chatId: string, userId: string): readonly DocumentRef[] {
  return [
    { collection: conversations.name, key: conversationKey(chatId, userId) },
    { collection: unreadChats.name, key: userId },
  ];
}

/**
 * Replaces one side of a conversation. The number of unread ones changes with it and never otherwise, so it equals what the
 * list shows (DATA-15).
 *
 * @param change from the side as it is (`undefined`: none) to the side as it becomes; `null` takes it away
 */
export function changeSide(
  documents: DocumentView,
  chatId: string,
  userId: string,
  change: (before: Conversation | undefined) => Conversation | null | undefined,
): readonly Write[] {
  const key = conversationKey(chatId, userId);
  const before = documents.get(conversations, key);
  const after = change(before);
  if (after === undefined || (after === null && before === undefined)) return [];
  const added = unreadOf(after) - unreadOf(before);
  const unread = documents.get(unreadChats, userId)?.chats ?? 0;
  return [
    write(conversations, key, after),
    ...(added === 0 ? [] : [write(unreadChats, userId, { id: userId, chats: unread + added })]),
  ];
}

function unreadOf(side: Conversation | null | undefined): number {
  return side !== null && side !== undefined && isUnread(side) ? 1 : 0;
}
