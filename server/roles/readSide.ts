import type { GenerationBuilder } from '#projections/engine/generationBuilder.ts';
import type { Progress } from '#projections/engine/progress.ts';
import { createProjector, type Projector } from '#projections/engine/projector.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { prepare } from '#projections/engine/rebuild.ts';
import { collections, projections } from '#projections/registry.ts';
import { createSqliteBuilder } from '../engines/sqlite/readStore/builder.ts';
import { openSqliteReadStore, type SqliteReadStore } from '../engines/sqlite/readStore/readStore.ts';
import type { ThreadDeath } from '../engines/sqlite/thread/workerRpc.ts';
import { createHub, type Hub } from '../hub/hub.ts';
import { systemHubClock } from '../hub/ports.ts';
import type { Logger } from '../observability/logging.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import type { ClientCommands } from '../write/clientCommands.ts';
import type { Closing } from './closing.ts';
import type { Foundation } from './foundation.ts';

/** Everything between the log and those who read: read models, the projector that keeps them, the hub that tells. */
export interface ReadSide {
  readonly readStore: SqliteReadStore;
  readonly projector: Projector;
  readonly builder: GenerationBuilder;
  readonly hub: Hub;
}

/** Opens the read side, builds read models of a new release first, and sets projector and hub going. */
export async function startReadSide(options: {
  readonly foundation: Pick<Foundation, 'folder' | 'log' | 'store'>;
  readonly commands: ClientCommands;
  readonly metrics: Pick<Metrics, 'telling'>;
  readonly logger: Logger;
  readonly closing: Closing;
  readonly messagesPerMinute?: number;
  readonly onPrepare?: (progress: Progress) => void;
  readonly onDeath: ThreadDeath;
}): Promise<ReadSide> {
  const { commands, metrics, logger, closing, messagesPerMinute, onPrepare, onDeath } = options;
  const { folder, log, store } = options.foundation;
  const { eras } = store;

  const readStore = await openSqliteReadStore(folder.readModels, readModels, { onDeath });
  closing.add('read store', () => readStore.close());
  const hub = createHub({
    store: readStore,
    collections,
    eras,
    head: () => log.head(),
    dispatch: commands,
    clock: systemHubClock,
    logger,
    ...(messagesPerMinute !== undefined && { messagesPerMinute }),
  });
  closing.add('hub', () => hub.close());
  const projector = createProjector({
    log,
    store: readStore,
    projections,
    onCommit: metrics.telling((commit) => hub.publish(commit)),
    logger,
  });
  closing.add('projector', () => projector.stop());

  const builder = createSqliteBuilder({ store: readStore, log: folder });
  await prepare({ builder, log, store: readStore, projector, eras, ...(onPrepare && { onProgress: onPrepare }) });
  await hub.start();
  await projector.start();
  return { readStore, projector, builder, hub };
}
