import { reveal } from '#domain/kernel/personal.ts';
import { searchFact } from '#domain/search/state.ts';
import { shareMailbox } from '#domain/user/face.ts';
import { userFact } from '#domain/user/state.ts';
import type { Logger } from '../observability/logging.ts';
import { createAnswer, type Reactor } from '../reactors/reactor.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/**
 * Notes each user who has searched for a text, until so many have that the campus may see it (SRCH-18). The text of an
 * erased person is not read any more, so it counts for nothing.
 */
export function createPopularReactor(dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>, logger: Logger): Reactor {
  const answer = createAnswer('popular', dispatcher, logger);

  /** Whether somebody with the same mailbox was noted before: with tags one person makes any number of accounts. */
  async function isNoted(term: string, userId: string): Promise<boolean> {
    const user = await dispatcher.stateOf(userFact(userId));
    const { sharedBy } = await dispatcher.stateOf(searchFact(term));
    const before = await Promise.all(sharedBy.map((each) => dispatcher.stateOf(userFact(each))));
    return before.some((each) => shareMailbox(each, user));
  }

  return {
    name: 'popular',
    async handle(event) {
      if (event.type !== 'SearchPerformed') return;
      const { term, campus, userId } = event.data;
      const text = reveal(event.data.text);
      if (text !== null && !(await isNoted(term, userId)))
        await answer(event, 'share', { type: 'ShareSearchTerm', data: { term, campus, userId, text } });
    },
  };
}
