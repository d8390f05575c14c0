import { newId } from '#domain/kernel/ids.ts';
import { bulkTalks } from '../chat/parts.ts';
import type { Bulk, BulkAppend, BulkAsked } from '../model.ts';

/** A message in a conversation of a large community, by either of the two. */
function say({ commandId, actor, parts, draw }: BulkAsked): BulkAppend | null {
  const talk = draw(parts.of(bulkTalks).talks);
  if (talk === undefined) return null;
  // Who writes is who acts, if it is one of the two; else the one who began.
  const author = actor === talk.partner ? talk.partner : talk.starter;
  const recipient = author === talk.starter ? talk.partner : talk.starter;
  return sentMessage(commandId, { chatId: talk.chatId, author, recipient });
}

/** The append of a message in the first round of a conversation. */
export function sentMessage(
  commandId: string,
  of: { readonly chatId: string; readonly author: string; readonly recipient: string },
): BulkAppend {
  const messageId = newId(commandId, 0);
  const text = 'Is the desk lamp still there? I could come by this evening.';
  const data = { messageId, ...of, round: 1, text, media: [], hasMedia: false, post: null };
  return { stream: `message-${messageId}`, events: [{ type: 'MessageSent', data }] };
}

export const messageBulk: readonly Bulk[] = [{ often: 6, append: say }];
