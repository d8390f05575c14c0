import { eventDefinitions } from '#domain/registry.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { foldTable } from '#projections/registry.ts';
import { createMemoryEventStore } from '#server/adapters/memory/eventStore.ts';
import { createMemoryReadStore } from '#server/adapters/memory/readStore.ts';
import { createMemoryBuilder } from '#server/adapters/memory/readStoreBuilder.ts';
import { createMemoryVault } from '#server/adapters/memory/vault.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { readStoreBuildContract } from '#test/contract/readStoreBuild.ts';

readStoreBuildContract('memory', async () => {
  const events = createMemoryEventStore();
  const vault = createMemoryVault();
  const log = createEventLog(events, vault.keys, eventDefinitions);
  const store = createMemoryReadStore(readModels);
  const builder = createMemoryBuilder(store, log, foldTable);
  return { store, builder, log, events, vault, dispose: () => store.close() };
});
