import { eventDefinitions } from '#domain/registry.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryReadStore, type MemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { readStoreReleasesContract } from '#test/contract/readStoreReleases.ts';
import { projections as first } from '#test/fixtures/releases/first.ts';
import { projections as next } from '#test/fixtures/releases/next.ts';
import { projections as reshaped } from '#test/fixtures/releases/reshaped.ts';

readStoreReleasesContract('memory', async () => {
  const events = createMemoryEventStore();
  const vault = createMemoryVault();
  const { sealed, seal } = createEventLog(events, vault.keys, eventDefinitions);
  const log = { ...sealed, seal };
  let left: MemoryReadStore | undefined;
  /** State of the disk: a release that built nothing leaves it as found. */
  let isAsFound = false;
  return {
    log,
    events,
    async open(release) {
      const projections = { first, next, reshaped }[release];
      const found = isAsFound ? left : undefined;
      const store = createMemoryReadStore({ projections }, found);
      if (left === undefined || (await store.stale()).length === 0) left = store;
      else
        keepIfBuilt(store, () => {
          left = store;
        });
      isAsFound = true;
      return { store, builder: createMemoryBuilder(store, log, projections) };
    },
    dispose: async () => undefined,
  };
});

/** The live read models stay the earlier ones until a build replaces them. */
function keepIfBuilt(store: MemoryReadStore, keep: () => void): void {
  const begin = store.begin.bind(store);
  store.begin = (generation) => {
    begin(generation);
    keep();
  };
}
