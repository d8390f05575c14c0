import { existsSync } from 'node:fs';
import { eventDefinitions } from '#domain/registry.ts';
import type { EventLog } from '#projections/engine/eventLog.ts';
import { dataFolderPaths } from '#server/engines/sqlite/folder/dataFolder.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { openVaultKeyReader } from '#server/engines/sqlite/vault/keyReader.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import { CliFailure } from './failure.ts';

/** @throws CliFailure there is no data folder at the path */
export function requireDataFolder(path: string): ReturnType<typeof dataFolderPaths> {
  const paths = dataFolderPaths(path);
  if (!existsSync(paths.events)) {
    throw new CliFailure(`There is no data folder of Quad at ${paths.path}. Name it with --data, or start Quad once.`);
  }
  return paths;
}

/** The log, opened beside the process that writes it. */
export interface OpenLog<Log> {
  readonly log: Log;
  close(): Promise<void>;
}

/** The log as it is stored, personal data sealed. */
export async function openSealedLog(path: string): Promise<OpenLog<EventStore>> {
  const { events } = requireDataFolder(path);
  const store = await openSqliteEventStore(events, { readOnly: true });
  return { log: store, close: () => store.close() };
}

/** The log with personal data decrypted with the vault's keys. */
export async function openPlainLog(path: string): Promise<OpenLog<EventLog>> {
  const paths = requireDataFolder(path);
  const store = await openSqliteEventStore(paths.events, { readOnly: true });
  try {
    const keys = openVaultKeyReader(paths.vault);
    const close = async () => {
      keys.close();
      await store.close();
    };
    return { log: createEventLog(store, keys, eventDefinitions), close };
  } catch (error) {
    await store.close();
    throw error;
  }
}
