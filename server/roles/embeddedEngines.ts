import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { readModels } from '#projections/engine/readModels.ts';
import { openMails } from '../engines/mail/mails.ts';
import { createFolderMediaStore } from '../engines/media/folderMediaStore.ts';
import { countedPositions } from '../engines/position.ts';
import { dataFolderPaths, openDataFolder } from '../engines/sqlite/folder/dataFolder.ts';
import { findHolder } from '../engines/sqlite/folder/dataFolderLock.ts';
import { openSqliteEventStore } from '../engines/sqlite/log/eventStore.ts';
import { openSqliteReadStore } from '../engines/sqlite/readStore/readStore.ts';
import { createSqliteBuilder } from '../engines/sqlite/readStore/rebuild/builder.ts';
import { prepareBeside } from '../engines/sqlite/readStore/rebuild/preparer.ts';
import { openSqliteSearchIndex } from '../engines/sqlite/search/searchIndex.ts';
import { openVaultKeyReader } from '../engines/sqlite/vault/keyReader.ts';
import { openSqliteVault } from '../engines/sqlite/vault/vault.ts';
import { fileKinds } from '../nouns.ts';
import type { OpenStores, StoresBeside, StoresConfig, TypedPositions } from './stores.ts';

/**
 * Opens the engines of one process alone: SQLite, pictures in folders, and a mail server or the mailbox, all in a data
 * folder that this process has for itself.
 */
export const openEmbeddedStores: OpenStores = async (config, purpose, onDeath) => {
  const { typesense = null } = config;
  const openTypesense =
    typesense === null ? null : (await import('../engines/typesense/searchIndex.ts')).openTypesenseSearchIndex;
  const folder = await openDataFolder(config.dataDir, { purpose });
  return {
    path: folder.path,
    controlFolder: folder.path,
    // The lock on the folder proves it.
    areExclusive: true,
    hasVault: async () => !isMissing(folder.vault),
    vaultNote: { find: folder.vaultFingerprint, note: folder.noteVaultFingerprint },
    openEventStore: (onGroup) =>
      openSqliteEventStore(folder.events, { soleWriter: true, onDeath, ...(onGroup && { onGroup }) }),
    openVault: () => openSqliteVault(folder.vault, onDeath),
    async openReadModels() {
      const readStore = await openSqliteReadStore(folder.readModels, readModels, { onDeath });
      const builder = createSqliteBuilder({ store: readStore, log: folder });
      return { readStore, builder, takeOver: async () => undefined };
    },
    openSignalRelay: async () => null,
    openSearchIndex: () =>
      typesense === null || openTypesense === null ? openSqliteSearchIndex(folder.search) : openTypesense(typesense),
    async openMedia() {
      await mkdir(folder.media, { recursive: true });
      return createFolderMediaStore(folder.media, fileKinds);
    },
    openMails: () => openMails(config, folder.mail),
    announceControl: ({ socket, token }) => folder.announceControl({ socket, token }),
    close: () => folder.close(),
  };
};

/** The stores of a data folder for the command line. */
export function embeddedStoresBeside({ dataDir }: Pick<StoresConfig, 'dataDir'>): StoresBeside {
  const paths = dataFolderPaths(dataDir);
  return {
    path: paths.path,
    areExclusive: true,
    exists: existsSync(paths.events),
    positions: countedAsTyped,
    openLog: () => openSqliteEventStore(paths.events, { readOnly: true }),
    openKeys: async () => openVaultKeyReader(paths.vault),
    findHolder: () => findHolder(paths.path),
    prepare: (options) => prepareBeside({ ...options, folder: paths.readModels, log: paths, declaration: readModels }),
  };
}

const countedAsTyped: TypedPositions = {
  read(text) {
    const n = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(n) ? countedPositions.format(n) : null;
  },
  before: (position) => countedPositions.format(Math.max(0, countedPositions.parse(position) - 1)),
};

/** Whether a file does not exist or is empty. */
function isMissing(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}
