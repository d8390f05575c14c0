import type { Progress } from '#projections/engine/progress.ts';
import { createProjector, type Projector, type ProjectorOptions } from '#projections/engine/projector.ts';
import { prepare } from '#projections/engine/rebuild.ts';
import { projections } from '#projections/registry.ts';
import type { OpenEventLog } from '../log/eventLog.ts';
import type { Logger } from '../observability/logging.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Closing } from './closing.ts';
import type { ReadModels } from './stores.ts';

/** Ports of the projector. */
export interface ProjectorPorts extends ReadModels {
  readonly log: Pick<OpenEventLog, 'sealed'>;
  readonly store: Pick<EventStore, 'eras'>;
  /**
   * Called with every commit: wakes the hub of the same process, which would otherwise have to poll the change feed.
   */
  readonly onCommit: ProjectorOptions['onCommit'];
  /** Called with the progress of building read models for a new release. */
  readonly onPrepare?: ((progress: Progress) => void) | undefined;
  readonly logger: Logger;
}

/**
 * The role that keeps the read models current with the log. On return they are ready to be read; the projector is not
 * started yet.
 */
export async function prepareProjector(ports: ProjectorPorts, closing: Closing): Promise<Projector> {
  const { sealed: log } = ports.log;
  const { store, readStore, builder, onCommit, onPrepare, logger } = ports;
  const projector = createProjector({ log, store: readStore, projections, onCommit, logger });
  closing.add('projector', () => projector.stop());
  const eras = await store.eras();
  await prepare({ builder, log, store: readStore, projector, eras, ...(onPrepare && { onProgress: onPrepare }) });
  return projector;
}
