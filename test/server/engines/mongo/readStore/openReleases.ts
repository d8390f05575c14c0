import { eventDefinitions } from '#domain/registry.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createMongoBuilder } from '#server/engines/mongo/readStore/builder.ts';
import { type MongoReadStore, openMongoReadStore } from '#server/engines/mongo/readStore/readStore.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import type { ReleaseName } from '#test/contract/readStoreReleases.ts';
import type { MongoServer } from '#test/doubles/mongo/startMongo.ts';
import { projections as first } from '#test/fixtures/releases/first.ts';
import { projections as next } from '#test/fixtures/releases/next.ts';
import { projections as reshaped } from '#test/fixtures/releases/reshaped.ts';
import { testDatabase } from './openTestStore.ts';

export const releases = { first, next, reshaped };

/**
 * A log in memory and read models in a database of their own, which one release after the other opens.
 *
 * @param now milliseconds since 1970
 */
export async function openReleases(server: Pick<MongoServer, 'url'>, now: () => number = Date.now) {
  const events = createMemoryEventStore();
  const vault = createMemoryVault();
  const { sealed, seal } = createEventLog(events, vault.keys, eventDefinitions);
  const log = { ...sealed, seal };
  const { drop, ...database } = testDatabase(server);
  let store: MongoReadStore | null = null;
  return {
    log,
    events,
    database,
    async open(release: ReleaseName) {
      await store?.close();
      const projections = releases[release];
      store = await openMongoReadStore({ ...database, now }, { projections });
      return { store, builder: createMongoBuilder({ store, log, projections }) };
    },
    async dispose() {
      await store?.close();
      await drop();
    },
  };
}
