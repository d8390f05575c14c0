import { randomUUID } from 'node:crypto';
import { afterAll } from '@jest/globals';
import { eventDefinitions } from '#domain/registry.ts';
import { projectionsOfSet } from '#projections/engine/campusSets.ts';
import { projections } from '#projections/registry.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createMongoBuilder } from '#server/engines/mongo/readStore/builder.ts';
import { openMongoReadStore } from '#server/engines/mongo/readStore/readStore.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { campusSetsContract } from '#test/contract/campusSets.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';

describeOn('sets of campuses on MongoDB', await startMongo(), (server) => {
  afterAll(() => server.dispose());

  campusSetsContract('mongo', async () => {
    const events = createMemoryEventStore();
    const { sealed, seal } = createEventLog(events, createMemoryVault().keys, eventDefinitions);
    const log = { ...sealed, seal };
    const run = `quad_${randomUUID().slice(0, 8)}`;
    return {
      log,
      events,
      async openSet(cut, set, place = 'cut') {
        const own = projectionsOfSet(projections, cut, set);
        // A database for each set: a sharded cluster keeps it where the set's machines are.
        const store = await openMongoReadStore(
          { url: server.url, database: `${run}_${place}_${set}` },
          { projections: own },
        );
        return { store, builder: createMongoBuilder({ store, log, projections: own }) };
      },
      dispose: async () => undefined,
    };
  });
});
