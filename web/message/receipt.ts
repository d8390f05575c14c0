import type { Conversation, Message } from '#projections/message/collections.ts';

/**
 * What stands under the last message, if it is one's own: whether the other one has had it in sight (CHAT-10).
 *
 * @param last the newest message of the conversation
 * @param isSent the server has it
 */
export function receiptOf(
  last: Pick<Message, 'author' | 'ordinal'> | undefined,
  side: Pick<Conversation, 'user' | 'sentSeen'>,
  isSent: boolean,
): 'Delivered' | 'Seen' | null {
  if (last === undefined || last.author !== side.user || !isSent) return null;
  return side.sentSeen >= last.ordinal ? 'Seen' : 'Delivered';
}
