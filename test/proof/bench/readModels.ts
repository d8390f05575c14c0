import { prepare } from '#projections/engine/rebuild.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import { NO_MAIL } from './noMail.ts';
import { timed } from './statistics.ts';

/** Builds the read models of a data folder as a server does on its first start; returns the milliseconds of the build. */
export async function buildReadModels(dataDir: string): Promise<number> {
  const { stores, log, store: events, close } = await openFoundation({ ...NO_MAIL, dataDir }, 'quad bench');
  const { readStore: store, builder } = await stores.openReadModels();
  try {
    const projector = { exclusively: async (work: (position: string) => Promise<unknown>) => void (await work('')) };
    const eras = await events.eras();
    const { ms } = await timed(() => prepare({ builder, log, store, projector, eras }));
    return ms;
  } finally {
    await store.close();
    await close();
  }
}
