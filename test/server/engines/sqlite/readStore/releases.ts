import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventDefinitions } from '#domain/registry.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { openSqliteReadStore, type SqliteReadStore } from '#server/engines/sqlite/readStore/readStore.ts';
import { createSqliteBuilder } from '#server/engines/sqlite/readStore/rebuild/builder.ts';
import { openSqliteVault } from '#server/engines/sqlite/vault/vault.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import type { ReleaseName } from '#test/contract/readStoreReleases.ts';
import { projections as first } from '#test/fixtures/releases/first.ts';
import { projections as next } from '#test/fixtures/releases/next.ts';
import { projections as renewed } from '#test/fixtures/releases/renewed.ts';
import { projections as reshaped } from '#test/fixtures/releases/reshaped.ts';

/** A release's declarations, and their module for a build's thread. */
export function releaseOf(release: ReleaseName | 'renewed') {
  const projectionsModule = new URL(`../../../../fixtures/releases/${release}.ts`, import.meta.url).href;
  return { declaration: { projections: { first, next, renewed, reshaped }[release] }, projectionsModule };
}

/** A log and read models in a folder, which one release after the other opens. */
export async function openReleases() {
  const folder = await mkdtemp(join(tmpdir(), 'quad-releases-'));
  const files = { events: join(folder, 'events.db'), vault: join(folder, 'vault.db') };
  const events = await openSqliteEventStore(files.events);
  const vault = await openSqliteVault(files.vault);
  const { sealed, seal } = createEventLog(events, vault.keys, eventDefinitions);
  const log = { ...sealed, seal };
  const readModels = join(folder, 'read');
  let store: SqliteReadStore | null = null;
  return {
    log,
    events,
    files,
    readModels,
    async open(release: ReleaseName | 'renewed') {
      await store?.close();
      const { declaration, projectionsModule } = releaseOf(release);
      store = await openSqliteReadStore(readModels, declaration);
      return { store, builder: createSqliteBuilder({ store, log: files, projectionsModule }) };
    },
    async dispose() {
      await store?.close();
      await events.close();
      await vault.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
