import { openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import { closeWithin, type UnderTest } from '../../contract/temporaryStore.ts';
import { type KurrentDoubleOptions, startKurrentDouble } from './server.ts';

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
  const store = await openKurrentEventStore({ url });
  let present = store;
  return {
    store,
    async reopen() {
      await present.close();
      present = await openKurrentEventStore({ url });
      return present;
    },
    async dispose() {
      await closeWithin(present);
      await stop();
    },
  };
}
