import { openKurrentEventStore } from '../engines/kurrent/eventStore.ts';
import { openMongoVault } from '../engines/mongo/vault/vault.ts';
import { dataFolderPaths, openDataFolder } from '../engines/sqlite/folder/dataFolder.ts';
import { openSqliteEventStore } from '../engines/sqlite/log/eventStore.ts';
import { openSqliteVault } from '../engines/sqlite/vault/vault.ts';
import { DataFolderRefused } from '../ports/dataFolderRefused.ts';
import type { MoveEnd, OpenMoveEnds } from './move.ts';

/** Opens the two ends of a move: a data folder, and KurrentDB with MongoDB. */
export const openMoveEnds: OpenMoveEnds = async ({ from }, { dataDir, eventStoreUrl, mongoUrl, environment }) => {
  const paths = dataFolderPaths(dataDir);
  const folder = await openDataFolder(dataDir, { purpose: 'quad move' }).catch((error: unknown) => {
    // A log can be read while a server writes it.
    if (from === 'sqlite' && error instanceof DataFolderRefused && error.code === 'IN_USE') return null;
    throw error;
  });
  const embedded: MoveEnd = {
    openLog: ({ readOnly }) => openSqliteEventStore(paths.events, readOnly ? { readOnly } : { soleWriter: true }),
    openVault: () => openSqliteVault(paths.vault),
  };
  const network: MoveEnd = {
    openLog: ({ readOnly }) => openKurrentEventStore({ url: eventStoreUrl, readOnly, environment }),
    openVault: () => openMongoVault({ url: mongoUrl }),
  };
  const [source, target] = from === 'sqlite' ? [embedded, network] : [network, embedded];
  return { isBeside: folder === null, source, target, close: async () => folder?.close() };
};
