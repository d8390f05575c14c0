import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventDefinitions } from '#domain/registry.ts';
import { projectionsOfSet } from '#projections/engine/campusSets.ts';
import { projections } from '#projections/registry.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryReadStore, type MemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { createSqliteBuilder } from '#server/engines/sqlite/readStore/builder.ts';
import { openSqliteReadStore } from '#server/engines/sqlite/readStore/readStore.ts';
import { projectionsModuleOf } from '#server/engines/sqlite/readStore/setProjections.ts';
import { openSqliteVault } from '#server/engines/sqlite/vault/vault.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { campusSetsContract } from './campusSets.ts';

campusSetsContract('memory', async () => {
  const events = createMemoryEventStore();
  const { sealed, seal } = createEventLog(events, createMemoryVault().keys, eventDefinitions);
  const log = { ...sealed, seal };
  const left = new Map<string, MemoryReadStore>();
  return {
    log,
    events,
    async openSet(cut, set, place = 'cut') {
      const own = projectionsOfSet(projections, cut, set);
      const store = createMemoryReadStore({ projections: own }, left.get(`${place} ${set}`));
      left.set(`${place} ${set}`, store);
      return { store, builder: createMemoryBuilder(store, log, own) };
    },
    dispose: async () => undefined,
  };
});

campusSetsContract('sqlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quad-sets-'));
  const files = { events: join(folder, 'events.db'), vault: join(folder, 'vault.db') };
  const events = await openSqliteEventStore(files.events);
  const vault = await openSqliteVault(files.vault);
  const { sealed, seal } = createEventLog(events, vault.keys, eventDefinitions);
  return {
    log: { ...sealed, seal },
    events,
    async openSet(cut, set, place = 'cut') {
      const own = projectionsOfSet(projections, cut, set);
      const store = await openSqliteReadStore(join(folder, `${place}-${set}`), { projections: own });
      const builder = createSqliteBuilder({ store, log: files, projectionsModule: projectionsModuleOf(cut, set) });
      return { store, builder };
    },
    async dispose() {
      await events.close();
      await vault.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
