import { openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import { closeWithin, type UnderTest } from '../../contract/temporaryStore.ts';
import { type KurrentDoubleOptions, startKurrentDouble } from './server.ts';

/**
 * Milliseconds that a store on a double waits. A contract asks what is true, not how fast a busy machine is: 64
 * writers may wait for longer than the deadline of production. Deadlines have tests of their own (`faults.test.ts`).
 */
const PATIENCE_MS = 120_000;
/** For each store whose test asks about no deadline. */
export const PATIENT = { appendDeadlineMs: PATIENCE_MS, silenceMs: PATIENCE_MS };

/** A store on a double of its own. */
export async function onKurrentDouble(options?: KurrentDoubleOptions): Promise<UnderTest<EventStore>> {
  const double = await startKurrentDouble(options);
  return onKurrent(double.url, () => double.stop());
}

/** A store on the server that a connection string names. */
export async function onKurrent(
  url: string,
  stop: () => Promise<void> = () => Promise.resolve(),
): Promise<UnderTest<EventStore>> {
  const store = await openKurrentEventStore({ url, ...PATIENT });
  let present = store;
  return {
    store,
    async reopen() {
      await present.close();
      present = await openKurrentEventStore({ url, ...PATIENT });
      return present;
    },
    async dispose() {
      await closeWithin(present);
      await stop();
    },
  };
}
