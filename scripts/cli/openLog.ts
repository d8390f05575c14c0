import { eventDefinitions } from '#domain/registry.ts';
import type { EventLog } from '#projections/engine/eventLog.ts';
import { readEngines } from '#server/config.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import { storesBeside } from '#server/roles/besideEngines.ts';
import type { StoresBeside } from '#server/roles/stores.ts';
import { CliFailure } from './failure.ts';

/** @throws CliFailure there is no data folder at the path */
export function requireDataFolder(dataDir: string): StoresBeside {
  const stores = storesBeside({ dataDir, ...readEngines(process.env) });
  if (!stores.exists) {
    throw new CliFailure(`There is no data folder of Quad at ${stores.path}. Name it with --data, or start Quad once.`);
  }
  return stores;
}

/** The log, opened beside the process that writes it. */
export interface OpenLog<Log> {
  readonly log: Log;
  close(): Promise<void>;
}

/** The log as it is stored, personal data sealed. */
export async function openSealedLog(dataDir: string): Promise<OpenLog<EventStore>> {
  const log = await requireDataFolder(dataDir).openLog();
  return { log, close: () => log.close() };
}

/** The log with personal data decrypted with the vault's keys. */
export async function openPlainLog(dataDir: string): Promise<OpenLog<EventLog>> {
  const stores = requireDataFolder(dataDir);
  const store = await stores.openLog();
  try {
    const keys = await stores.openKeys();
    const close = async () => {
      await keys.close();
      await store.close();
    };
    return { log: createEventLog(store, keys, eventDefinitions), close };
  } catch (error) {
    await store.close();
    throw error;
  }
}
