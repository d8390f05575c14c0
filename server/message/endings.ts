import { chatFact } from '#domain/chat/state.ts';
import { messages, threadKey } from '#projections/message/collections.ts';
import { endsWith } from '../reactors/dependents.ts';
import { endDependents } from '../reactors/endDependents.ts';
import { createAnswer, type Reactor, type RecordedNamed } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';

/** Milliseconds for which the end of a conversation waits until the read models have folded it. */
const FOLD_TIMEOUT_MS = 30_000;

/** The messages of one round of a conversation. */
const ofThread = endsWith('chat', messages, 'thread', ({ id: messageId }) => ({
  type: 'EndMessage',
  data: { messageId },
}));

/**
 * Ends the messages of a deleted conversation, a few at a time, each by an event of its own, and one that was written while
 * the conversation was being deleted, or its author's account (CHAT-12, D53, Q46). Their files go by the cascade. Nobody sees any of them meanwhile, since
 * their topic is closed by the deletion itself.
 */
export function createMessageEndings(
  parts: Pick<ReactorParts, 'dispatcher' | 'projector' | 'readStore' | 'pause' | 'logger'>,
): Reactor {
  const answer = createAnswer('messages', parts.dispatcher, parts.logger);

  async function endLate(event: RecordedNamed<'MessageSent'>): Promise<void> {
    const { messageId, chatId, round, author } = event.data;
    const chat = await parts.dispatcher.stateOf(chatFact(chatId));
    const isOver = chat.round === null || chat.round.round > round || chat.deleted || chat.gone.includes(author);
    if (isOver) await answer(event, messageId, { type: 'EndMessage', data: { messageId } });
  }

  return {
    name: 'messages',
    on: {
      MessageSent: endLate,
      async ChatDeleted(event) {
        await parts.projector.waitFor(event.position, FOLD_TIMEOUT_MS);
        await endDependents(event, ofThread, threadKey(event.data.chatId, event.data.round), answer, parts);
      },
    },
  };
}
