import { chatIdOf } from '#domain/chat/pair.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { drawFrom, type Known } from '../acts.ts';
import type { Cast, Ending, Meeting, StoryModel } from '../story.ts';
import { otherOf, ownChats } from './parts.ts';

/** People of the open campus who talk with each other from the start. */
const TALKERS = 4;

/** The first people of the open campus know each other, and one of them somebody of the private one. */
async function beginning({ ou, ut, give }: Cast): Promise<void> {
  const talkers = ou.slice(0, TALKERS);
  for (const [place, one] of talkers.entries()) {
    for (const userId of talkers.slice(place + 1)) await give(one, 'ou', { type: 'StartChat', data: { userId } });
  }
  const [stranger] = ut;
  const [first] = talkers;
  if (stranger !== undefined && first !== undefined) {
    await give(stranger, 'ut', { type: 'StartChat', data: { userId: first } });
  }
}

/** Two people who begin at the same time: they meet in one conversation. */
function meeting(known: Known): Meeting | null {
  const { me } = known;
  const by = drawFrom(
    known,
    known.people.filter((person) => person !== me),
  );
  if (by === undefined) return null;
  const begins = (userId: string) => ({ type: 'StartChat', data: { userId } });
  return { first: begins(by), by, second: begins(me) };
}

/** A conversation is deleted, with all its messages. */
function ending(known: Known): Ending | null {
  const chat = drawFrom(known, ownChats(known));
  if (chat === undefined) return null;
  return {
    by: known.draw(2) === 0 ? known.me : otherOf(chat, known.me),
    command: { type: 'DeleteChat', data: { chatId: chat.id, round: chat.round } },
    // The conversation itself may begin anew; what was said in this round is gone for good (D52).
    topics: [topicName.messages(chatIdOf(chat.starter, chat.partner), String(chat.round))],
  };
}

export const chatStory: StoryModel = { beginning, meeting, ending };
