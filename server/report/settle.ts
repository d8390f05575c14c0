import type { Logger } from '../observability/logging.ts';
import { createAnswer, type Reactor } from '../reactors/reactor.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/** Closes the cases that a removal or a ban settles: that of the post, of the person, and the one that led to the ban. */
export function createReportReactor(dispatcher: Pick<Dispatcher, 'dispatch'>, logger: Logger): Reactor {
  const answer = createAnswer('report', dispatcher, logger);
  return {
    name: 'report',
    on: {
      async PostDeleted(event) {
        const { postId: caseId, cause } = event.data;
        if (cause !== 'moderator') return;
        const data = { caseId, by: event.meta.actor, outcome: 'removed' } as const;
        await answer(event, 'case', { type: 'SettleCase', data });
      },
      async PersonBanned(event) {
        const { userId, by, about } = event.data;
        for (const caseId of new Set([userId, about])) {
          await answer(event, caseId, { type: 'SettleCase', data: { caseId, by, outcome: 'banned' } });
        }
      },
    },
  };
}
