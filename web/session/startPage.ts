import { topicName } from '#projections/sync/topicNames.ts';
import { learnServerTime } from '../kit/time/serverClock.ts';
import { knownTopics, startSync } from '../sync/client.ts';
import { boot, takeTopics } from './boot.ts';
import { forgetAtLogOut } from './endSession.ts';
import { sessionStore } from './session.ts';

/** Starts the live parts of this page. Call it once, before the first render. */
export function startPage(): void {
  learnServerTime(boot().at ?? Number.NaN, pageCameAt());
  forgetAtLogOut(knownTopics.forget);
  // However a session ended: by another tab, another device, or a ban.
  sessionStore.subscribe(({ userId }, before) => {
    if (before.userId !== null && before.userId !== userId) void knownTopics.forget(before.userId);
  });
  if (boot().isShell === true) {
    const { assume, load } = sessionStore.getState();
    assume();
    void load();
  }
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

/** When this page began to come, by this device (milliseconds since 1970). */
function pageCameAt(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  return performance.timeOrigin + ((navigation as PerformanceNavigationTiming | undefined)?.responseStart ?? 0);
}
