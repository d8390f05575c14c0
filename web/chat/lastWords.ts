import { reveal } from '#domain/kernel/personal.ts';
import type { Conversation, Message } from '#projections/message/collections.ts';

/** Stands for a shared post that stands. */
const SHARED = 'Shared a post';

/** Stands for the last message of a conversation that has only begun. */
const NONE_YET = 'No messages yet';

/**
 * What the list shows of a conversation's last message (CHAT-01).
 *
 * @param message the last message, as far as it is there
 * @param shared stands for the post that it shares
 */
export function lastWords({ lastMessage, user }: Conversation, message: Message | undefined, shared = SHARED): string {
  if (lastMessage === null) return NONE_YET;
  if (message === undefined) return 'Message deleted';
  const words = wordsOf(message, shared);
  return lastMessage.author === user ? `You: ${words}` : words;
}

function wordsOf({ text, hasMedia, post }: Message, shared: string): string {
  const words = (reveal(text) ?? '').replace(/\s+/g, ' ').trim();
  if (words !== '') return words;
  if (post !== null) return shared;
  return hasMedia ? 'Photo' : 'Message deleted';
}
