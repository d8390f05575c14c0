import { eventDefinitions } from '#domain/registry.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { projections as registered } from '#projections/registry.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createMongoBuilder } from '#server/engines/mongo/readStore/builder.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import type { MongoServer } from '#test/doubles/mongo/startMongo.ts';
import { openTestStore } from './openTestStore.ts';

/** A log and a vault in memory, and read models in a database of their own. */
export async function openReadSide(server: Pick<MongoServer, 'url'>, projections: readonly Projection[] = registered) {
  const events = createMemoryEventStore();
  const vault = createMemoryVault();
  const { sealed, seal } = createEventLog(events, vault.keys, eventDefinitions);
  const log = { ...sealed, seal };
  const under = await openTestStore(server, { projections });
  const builder = createMongoBuilder({ store: under.store, log, projections });
  return { ...under, builder, log, events, vault };
}
