import { deletionFact } from '#domain/deletion/face.ts';
import { userFact } from '#domain/user/state.ts';
import { createAnswer, type Reactor } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';

/** Closes a conversation that was begun while the account of one of the two was ending (D53). */
export function createLateChatReactor({ dispatcher, logger }: Pick<ReactorParts, 'dispatcher' | 'logger'>): Reactor {
  const answer = createAnswer('chats', dispatcher, logger);

  async function isEnding(userId: string): Promise<boolean> {
    if ((await dispatcher.stateOf(userFact(userId))).erased) return true;
    return (await dispatcher.stateOf(deletionFact(userId))).status === 'begun';
  }

  return {
    name: 'chats',
    async handle(event) {
      if (event.type !== 'ChatStarted') return;
      const { chatId, starter, partner } = event.data;
      for (const userId of [starter, partner]) {
        if (await isEnding(userId)) await answer(event, userId, { type: 'CloseChat', data: { chatId, userId } });
      }
    },
  };
}
