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
  const messageId = newId(commandId, 0);
  const place = { messageId, chatId: talk.chatId, round: 1, author, recipient };
  const text = 'Is the desk lamp still there? I could come by this evening.';
  const sent = { type: 'MessageSent', data: { ...place, text, media: [], hasMedia: false, post: null } };
  return { stream: `message-${messageId}`, events: [sent] };
}

export const messageBulk: readonly Bulk[] = [{ often: 6, append: say }];
