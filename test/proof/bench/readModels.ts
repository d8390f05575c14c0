import { readModels } from '#projections/engine/readModels.ts';
import { prepare } from '#projections/engine/rebuild.ts';
import { createSqliteBuilder } from '#server/engines/sqlite/readStore/builder.ts';
import { openSqliteReadStore } from '#server/engines/sqlite/readStore/readStore.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { NO_MAIL } from './community.ts';

/** Builds the read models of a data folder as a server does on its first start. */
export async function buildReadModels(dataDir: string): Promise<void> {
  const { folder, log, store: events, close } = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  const store = await openSqliteReadStore(folder.readModels, readModels);
  try {
    const projector = { exclusively: async (work: (position: string) => Promise<unknown>) => void (await work('')) };
    const builder = createSqliteBuilder({ store, log: folder });
    await prepare({ builder, log, store, projector, eras: await events.eras() });
  } finally {
    await store.close();
    await close();
  }
}
