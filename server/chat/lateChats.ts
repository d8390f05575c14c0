import { deletionFact } from '#domain/deletion/face.ts';
import { userFact } from '#domain/user/state.ts';
import { conversations } from '#projections/message/collections.ts';
import { endsWith } from '../reactors/dependents.ts';
import { endDependents } from '../reactors/endDependents.ts';
import { createAnswer, type Reactor, type RecordedNamed } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';

/** Milliseconds for which the end of an account waits until the read models have folded it. */
const FOLD_TIMEOUT_MS = 30_000;

/**
 * The conversations of a person whose account ends: the other one keeps them (D53). They are found by the person's own side, since
 * that of the other one may have gone before.
 */
export const chatsOfPerson = endsWith('user', conversations, 'ofUser', ({ chat: chatId }, userId) => ({
  type: 'CloseChat',
  data: { chatId, userId },
}));

/**
 * Closes a conversation that was begun while the account of one of the two was ending, and all of an account that the operator
 * has erased, which no deletion of the person's own goes before (D53).
 */
export function createLateChatReactor(
  parts: Pick<ReactorParts, 'dispatcher' | 'projector' | 'readStore' | 'pause' | 'logger'>,
): Reactor {
  const { dispatcher, projector } = parts;
  const answer = createAnswer('chats', dispatcher, parts.logger);

  async function isEnding(userId: string): Promise<boolean> {
    if ((await dispatcher.stateOf(userFact(userId))).erased) return true;
    return (await dispatcher.stateOf(deletionFact(userId))).status === 'begun';
  }

  async function begun(event: RecordedNamed<'ChatStarted'>): Promise<void> {
    const { chatId, starter, partner } = event.data;
    for (const userId of [starter, partner]) {
      if (await isEnding(userId)) await answer(event, userId, { type: 'CloseChat', data: { chatId, userId } });
    }
  }

  return {
    name: 'chats',
    on: {
      ChatStarted: begun,
      async SubjectErased(event) {
        await projector.waitFor(event.position, FOLD_TIMEOUT_MS);
        await endDependents(event, chatsOfPerson, event.data.userId, answer, parts);
      },
    },
  };
}
