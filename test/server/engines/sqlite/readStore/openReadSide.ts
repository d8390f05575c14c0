import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventDefinitions } from '#domain/registry.ts';
import { readModels } from '#projections/engine/readModels.ts';
import type { ReadModelDeclaration } from '#projections/engine/readStore.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { openSqliteReadStore, type SqliteReadStore } from '#server/engines/sqlite/readStore/readStore.ts';
import { createSqliteBuilder } from '#server/engines/sqlite/readStore/rebuild/builder.ts';
import { openSqliteVault } from '#server/engines/sqlite/vault/vault.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import type { BuildUnderTest } from '#test/contract/readStoreBuild.ts';

/** Log, vault and read store in a folder of their own. */
export async function openReadSide(
  models: ReadModelDeclaration = readModels,
  projectionsModule?: string,
): Promise<BuildUnderTest & { readonly store: SqliteReadStore; readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-build-'));
  const files = { events: join(folder, 'events.db'), vault: join(folder, 'vault.db') };
  const events = await openSqliteEventStore(files.events);
  const vault = await openSqliteVault(files.vault);
  const { sealed, seal } = createEventLog(events, vault.keys, eventDefinitions);
  const log = { ...sealed, seal };
  const store = await openSqliteReadStore(join(folder, 'read'), models);
  const builder = createSqliteBuilder({
    store,
    log: files,
    ...(projectionsModule === undefined ? {} : { projectionsModule }),
  });
  return {
    store,
    builder,
    log,
    events,
    vault,
    folder: join(folder, 'read'),
    async dispose() {
      await store.close();
      await events.close();
      await vault.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
