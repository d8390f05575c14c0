import { afterAll } from '@jest/globals';
import { eventDefinitions } from '#domain/registry.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createMongoBuilder } from '#server/engines/mongo/readStore/builder.ts';
import { type MongoReadStore, openMongoReadStore } from '#server/engines/mongo/readStore/readStore.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { readStoreReleasesContract } from '#test/contract/readStoreReleases.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { projections as first } from '#test/fixtures/releases/first.ts';
import { projections as next } from '#test/fixtures/releases/next.ts';
import { testDatabase } from './openTestStore.ts';

describeOn('releases on MongoDB', await startMongo(), (server) => {
  afterAll(() => server.dispose());
  readStoreReleasesContract('mongo', async () => {
    const events = createMemoryEventStore();
    const vault = createMemoryVault();
    const { sealed, seal } = createEventLog(events, vault.keys, eventDefinitions);
    const log = { ...sealed, seal };
    const { drop, ...database } = testDatabase(server);
    let store: MongoReadStore | null = null;
    return {
      log,
      events,
      async open(release) {
        await store?.close();
        const projections = { first, next }[release];
        store = await openMongoReadStore(database, { projections });
        return { store, builder: createMongoBuilder({ store, log, projections }) };
      },
      async dispose() {
        await store?.close();
        await drop();
      },
    };
  });
});
