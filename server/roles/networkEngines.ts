import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { eventDefinitions } from '#domain/registry.ts';
import { projections } from '#projections/registry.ts';
import { writeDurably } from '../engines/files/durableFile.ts';
import { openKurrentEventStore } from '../engines/kurrent/eventStore.ts';
import { openMails } from '../engines/mail/mails.ts';
import { createFolderMediaStore } from '../engines/media/folderMediaStore.ts';
import { createMongoBuilder } from '../engines/mongo/readStore/builder.ts';
import { prepareBesideOnMongo } from '../engines/mongo/readStore/preparer.ts';
import { openMongoReadStore } from '../engines/mongo/readStore/readStore.ts';
import { openMongoSignalRelay } from '../engines/mongo/signalRelay.ts';
import { hasMongoVault, openMongoVaultKeys } from '../engines/mongo/vault/beside.ts';
import { openMongoVault } from '../engines/mongo/vault/vault.ts';
import { openSqliteSearchIndex } from '../engines/sqlite/search/searchIndex.ts';
import { openTypesenseSearchIndex } from '../engines/typesense/searchIndex.ts';
import { createEventLog } from '../log/eventLog.ts';
import { fileKinds } from '../nouns.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Vault } from '../ports/vault.ts';
import { ControlFailed } from './control.ts';
import type { Holder, Stores, StoresBeside, StoresConfig, TypedPositions } from './stores.ts';

/** Addresses of the engines. */
export interface NetworkEngines {
  readonly eventStoreUrl: string;
  readonly mongoUrl: string;
}

/** File, in the folder that processes of one machine share, with the address of the one that takes orders. */
const ORDERS_FILE = 'orders.json';
const ordersSchema = z.strictObject({ pid: z.int(), host: z.string(), socket: z.string(), token: z.string() });

/**
 * Opens the engines of a process that shares them with others: KurrentDB, MongoDB, and Typesense or, for processes of one
 * machine, SQLite FTS5. The data folder holds pictures, and mails that were not really sent; all processes share it.
 */
export async function openNetworkStores(
  config: StoresConfig & NetworkEngines,
  onNote?: (note: string) => void,
): Promise<Stores> {
  const { eventStoreUrl, mongoUrl, typesense = null, environment } = config;
  const path = resolve(config.dataDir);
  await mkdir(path, { recursive: true });
  const own = await mkdtemp(join(tmpdir(), 'quad-process-'));
  let opened: { readonly store: EventStore; readonly vault: Vault | null } | null = null;
  const mongo = { url: mongoUrl };
  return {
    path,
    controlFolder: own,
    areExclusive: false,
    hasVault: () => hasMongoVault(mongo),
    async openEventStore() {
      const store = await openKurrentEventStore({ url: eventStoreUrl, environment, onNote });
      opened = { store, vault: null };
      return store;
    },
    async openVault() {
      const vault = await openMongoVault(mongo);
      if (opened !== null) opened = { ...opened, vault };
      return vault;
    },
    async openReadModels() {
      if (opened?.vault == null) throw new Error('The read models are opened after the log and the vault.');
      const { sealed } = createEventLog(opened.store, opened.vault.keys, eventDefinitions);
      const readStore = await openMongoReadStore(mongo, { projections });
      const builder = createMongoBuilder({ store: readStore, log: sealed, projections });
      return { readStore, builder, takeOver: (epoch) => readStore.take(epoch) };
    },
    openSignalRelay: (onTrouble) => openMongoSignalRelay({ ...mongo, onTrouble }),
    openSearchIndex: () =>
      typesense === null ? openSqliteSearchIndex(join(path, 'search.db')) : openTypesenseSearchIndex(typesense),
    async openMedia() {
      const media = join(path, 'media');
      await mkdir(media, { recursive: true });
      return createFolderMediaStore(media, fileKinds);
    },
    openMails: () => openMails(config, join(path, 'mail')),
    async announceControl({ socket, token }, isActive) {
      const orders: z.infer<typeof ordersSchema> = { pid: process.pid, host: hostname(), socket, token };
      await writeDurably(join(path, ORDERS_FILE), `${JSON.stringify(orders)}\n`, isActive);
    },
    close: () => rm(own, { recursive: true, force: true }),
  };
}

/** The stores for the command line, beside processes that use them. */
export function networkStoresBeside({
  dataDir,
  eventStoreUrl,
  mongoUrl,
  environment,
}: Pick<StoresConfig, 'dataDir'> & Partial<Pick<StoresConfig, 'environment'>> & NetworkEngines): StoresBeside {
  const path = resolve(dataDir);
  const openLog = () => openKurrentEventStore({ url: eventStoreUrl, readOnly: true, environment });
  const openKeys = () => openMongoVaultKeys({ url: mongoUrl });
  return {
    path,
    areExclusive: false,
    exists: true,
    positions: hexadecimalAsTyped,
    openLog,
    openKeys,
    findHolder: () => findOrderTaker(join(path, ORDERS_FILE)),
    async prepare(options) {
      const store = await openLog();
      const keys = await openKeys();
      try {
        const { sealed } = createEventLog(store, keys, eventDefinitions);
        return await prepareBesideOnMongo({ ...options, url: mongoUrl, projections, log: sealed });
      } finally {
        await keys.close();
        await store.close();
      }
    },
  };
}

/** The process of this machine that projects; `null`: none does here. @throws ControlFailed it cannot be found out */
async function findOrderTaker(file: string): Promise<Holder | null> {
  try {
    const text = await unlessMissing(readFile(file, 'utf8'));
    if (text === null) return null;
    const { pid, host, socket, token } = ordersSchema.parse(JSON.parse(text));
    // A process that has ended took its socket with it.
    if (host !== hostname() || (await unlessMissing(stat(socket))) === null) return null;
    return { pid, purpose: 'server', control: { socket, token } };
  } catch (error) {
    throw new ControlFailed(`${file} does not say which process takes orders here (${error}).`);
  }
}

/** The answer to a call about a file; `null`: there is no such file. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Positions are typed as they are printed: 32 hexadecimal digits. */
const hexadecimalAsTyped: TypedPositions = {
  read: (text) => (/^[0-9a-f]{32}$/.test(text) ? text : null),
  before: (position) => {
    const before = BigInt(`0x${position}`) - 1n;
    return before < 0n ? position : before.toString(16).padStart(position.length, '0');
  },
};
