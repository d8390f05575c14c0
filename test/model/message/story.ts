import { chatIdOf } from '#domain/chat/pair.ts';
import type { Message } from '#projections/message/collections.ts';
import { drawFrom, type Known } from '../acts.ts';
import { otherOf, ownChats } from '../chat/parts.ts';
import type { Cast, Meeting, StoryModel } from '../story.ts';

/** Messages that the first two of the open campus have written: more than the first page of their conversation. */
const FIRST_MESSAGES = 18;

/** A message of words alone. */
export const saying = (chatId: string, text: string) => ({
  type: 'SendMessage',
  data: { chatId, text, media: [], postId: null },
});

/** The first two of the open campus have a past. */
async function beginning({ ou, give }: Cast): Promise<void> {
  const [one, other] = ou;
  if (one === undefined || other === undefined) return;
  for (let n = 0; n < FIRST_MESSAGES; n += 1) {
    await give(n % 3 === 0 ? other : one, 'ou', saying(chatIdOf(one, other), `line ${n}`));
  }
}

/** Somebody writes in a conversation that the other one deletes. */
function meeting(known: Known): Meeting | null {
  const chat = drawFrom(known, ownChats(known));
  if (chat === undefined) return null;
  return {
    first: saying(chat.id, known.words()),
    by: otherOf(chat, known.me),
    second: { type: 'DeleteChat', data: { chatId: chat.id, round: chat.round } },
  };
}

/** The messages that somebody is known to have sent or got. */
export function ownMessages({ all, me }: Pick<Known, 'all' | 'me'>): readonly (Message & { readonly id: string })[] {
  return all<Message>('messages').flatMap(({ key, doc }) =>
    doc !== null && (doc.author === me || doc.recipient === me) ? [{ ...doc, id: key }] : [],
  );
}

export const messageStory: StoryModel = {
  beginning,
  meeting,
  wavering(known) {
    const message = drawFrom(known, ownMessages(known));
    if (message === undefined) return [];
    const types = ['LikeMessage', 'UnlikeMessage', 'LikeMessage', 'UnlikeMessage'].slice(known.draw(2));
    return types.map((type) => ({ type, data: { messageId: message.id } }));
  },
};
