import type { Logger } from '../observability/logging.ts';
import { createAnswer, type Reactor } from '../reactors/reactor.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/** Writes the banner of a new member (VERF-14): once per user and campus, also when the address changes (Q19). */
export function createWelcomeReactor(dispatcher: Pick<Dispatcher, 'dispatch'>, logger: Logger): Reactor {
  const answer = createAnswer('welcome', dispatcher, logger);
  return {
    name: 'welcome',
    on: {
      async SchoolVerified(event) {
        const { userId, campus, previousCampus } = event.data;
        if (campus === previousCampus) return;
        await answer(event, 'banner', { type: 'WelcomeMember', data: { userId, campus } });
      },
    },
  };
}
