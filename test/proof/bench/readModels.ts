import { prepare } from '#projections/engine/rebuild.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { NO_MAIL } from './noMail.ts';

/** Builds the read models of a data folder as a server does on its first start. */
export async function buildReadModels(dataDir: string): Promise<void> {
  const { stores, log, store: events, close } = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  const { readStore: store, builder } = await stores.openReadModels();
  try {
    const projector = { exclusively: async (work: (position: string) => Promise<unknown>) => void (await work('')) };
    await prepare({ builder, log, store, projector, eras: await events.eras() });
  } finally {
    await store.close();
    await close();
  }
}
