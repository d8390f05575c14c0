import type { GenerationBuilder } from '#projections/engine/generationBuilder.ts';
import { readModels } from '#projections/engine/readModels.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { createSqliteBuilder } from '../engines/sqlite/readStore/builder.ts';
import { openSqliteReadStore } from '../engines/sqlite/readStore/readStore.ts';
import type { ThreadDeath } from '../engines/sqlite/thread/workerRpc.ts';
import type { Closing } from './closing.ts';
import type { Foundation } from './foundation.ts';

/** The read models, and the builder of new generations beside the live ones. */
export interface ReadModels {
  readonly readStore: ReadStore;
  readonly builder: GenerationBuilder;
}

/** Opens the read models of a data folder, stale ones of another release included. */
export async function openReadModels(
  folder: Foundation['folder'],
  closing: Closing,
  onDeath?: ThreadDeath,
): Promise<ReadModels> {
  const readStore = await openSqliteReadStore(folder.readModels, readModels, { onDeath });
  closing.add('read store', () => readStore.close());
  return { readStore, builder: createSqliteBuilder({ store: readStore, log: folder }) };
}
