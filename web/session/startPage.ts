import { topicName } from '#projections/sync/topicNames.ts';
import { startSync } from '../sync/client.ts';
import { takeTopics } from './boot.ts';
import { sessionStore } from './session.ts';

/** Starts the live parts of this page. Call it once, before the first render. */
export function startPage(): void {
  startSync(
    {
      current() {
        const { status, userId, campus } = sessionStore.getState();
        return status === 'loading' ? null : { userId, campus };
      },
      ownTopic: topicName.me,
      subscribe: (changed) => void sessionStore.subscribe(changed),
      load: () => sessionStore.getState().load(),
    },
    takeTopics(),
  );
}
