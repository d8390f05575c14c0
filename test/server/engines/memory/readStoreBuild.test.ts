import { eventDefinitions } from '#domain/registry.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { projections } from '#projections/registry.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { readStoreBuildContract } from '#test/contract/readStoreBuild.ts';

readStoreBuildContract('memory', async () => {
  const events = createMemoryEventStore();
  const vault = createMemoryVault();
  const { sealed, seal } = createEventLog(events, vault.keys, eventDefinitions);
  const log = { ...sealed, seal };
  const store = createMemoryReadStore(readModels);
  const builder = createMemoryBuilder(store, log, projections);
  return { store, builder, log, events, vault, dispose: () => store.close() };
});
