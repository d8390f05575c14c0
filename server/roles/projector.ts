import { systemClock } from '#projections/engine/clock.ts';
import type { Progress } from '#projections/engine/progress.ts';
import { createProjector, type Projector, type ProjectorOptions } from '#projections/engine/projector.ts';
import { prepare } from '#projections/engine/rebuild.ts';
import { projections } from '#projections/registry.ts';
import type { OpenEventLog } from '../log/eventLog.ts';
import type { Logger } from '../observability/logging.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Closing } from './closing.ts';
import type { Exclusively } from './exclusive.ts';
import { noteEras } from './noteEras.ts';
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
  /** Called when the read models can be read, before the projector changes them. */
  readonly onPrepared: () => Promise<void>;
  /** One process at a time projects. */
  readonly exclusively: Exclusively;
  readonly logger: Logger;
}

/** The role that keeps the read models current with the log. */
export interface ProjectorRole {
  /** `null`: another process projects, and this one stands by. */
  current(): Projector | null;
  /** Calls back now if this process projects, and whenever it begins to. */
  onActive(act: () => Promise<void>): Promise<void>;
  /** Why this process cannot project, in words; `null` while all is well, also as a spare. */
  problem(): string | null;
}

/** Name of the lease that the process with the live projector holds. */
export const PROJECTOR_LEASE = 'projector';

/**
 * Builds the read models where they are missing or of another release, and keeps them current, in this process or in the
 * one that has the right to.
 */
export async function startProjector(ports: ProjectorPorts, closing: Closing): Promise<ProjectorRole> {
  const { sealed: log } = ports.log;
  const { store, readStore, builder, takeOver } = ports;
  const { onCommit, onPrepare, onPrepared, exclusively, logger } = ports;
  let current: Projector | null = null;
  let onActive: () => Promise<void> = async () => undefined;
  const work = await exclusively(PROJECTOR_LEASE, async (lease) => {
    if (lease !== null) await takeOver(lease.epoch);
    const ended = new AbortController();
    const onHalted = (error: Error) => ended.abort(error);
    const projector = createProjector({ log, store: readStore, projections, onCommit, onHalted, logger });
    const eras = await store.eras();
    await prepare({ builder, log, store: readStore, projector, eras, ...(onPrepare && { onProgress: onPrepare }) });
    await onPrepared();
    const stopNoting = lease === null ? null : noteEras({ store, readStore, clock: systemClock, logger });
    const stop = async () => {
      current = null;
      await stopNoting?.();
      await projector.stop();
    };
    try {
      await projector.start();
      current = projector;
      await onActive();
    } catch (error) {
      // Left running, it would project beside the next one.
      await stop();
      throw error;
    }
    return { stop, ended: ended.signal };
  });
  closing.add(PROJECTOR_LEASE, () => work.close());
  return {
    current: () => current,
    async onActive(act) {
      onActive = act;
      if (current !== null) await act();
    },
    problem: work.problem,
  };
}
