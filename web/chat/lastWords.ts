import { reveal } from '#domain/kernel/personal.ts';
import type { Conversation, Message } from '#projections/message/collections.ts';

/**
 * What the list shows of a conversation's last message (CHAT-01). Before there is one it shows nothing.
 *
 * @param message the last message, as far as it is there
 */
export function lastWords({ lastMessage, user }: Conversation, message: Message | undefined): string {
  if (lastMessage === null) return '';
  if (message === undefined) return 'Message deleted';
  const words = wordsOf(message);
  return lastMessage.author === user ? `You: ${words}` : words;
}

function wordsOf({ text, hasMedia, post }: Message): string {
  const words = (reveal(text) ?? '').replace(/\s+/g, ' ').trim();
  if (words !== '') return words;
  if (post !== null) return 'Shared a post';
  return hasMedia ? 'Photo' : 'Message deleted';
}
