import { reveal } from '#domain/kernel/personal.ts';
import type { Logger } from '../observability/logging.ts';
import { createAnswer, type Reactor } from '../reactors/reactor.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/**
 * Notes each user who has searched for a text, until so many have that the campus may see it (SRCH-18). The text of an
 * erased person is not read any more, so it counts for nothing.
 */
export function createPopularReactor(dispatcher: Pick<Dispatcher, 'dispatch'>, logger: Logger): Reactor {
  const answer = createAnswer('popular', dispatcher, logger);
  return {
    name: 'popular',
    async handle(event) {
      if (event.type !== 'SearchPerformed') return;
      const { term, campus, userId } = event.data;
      const text = reveal(event.data.text);
      if (text !== null)
        await answer(event, 'share', { type: 'ShareSearchTerm', data: { term, campus, userId, text } });
    },
  };
}
