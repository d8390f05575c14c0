import { systemClock } from '#projections/engine/clock.ts';
import type { MayGoOn } from '#projections/engine/generationBuilder.ts';
import type { Progress } from '#projections/engine/progress.ts';
import { createProjector, type Projector, type ProjectorOptions } from '#projections/engine/projector.ts';
import { prepare } from '#projections/engine/rebuild.ts';
import { projections } from '#projections/registry.ts';
import type { OpenEventLog } from '../log/eventLog.ts';
import type { Logger } from '../observability/logging.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Closing } from './closing.ts';
import { ControlFailed } from './control.ts';
import type { Exclusively } from './exclusive.ts';
import { noteEras } from './noteEras.ts';
import type { ReadModels } from './stores.ts';
import { createTenure, type Tenure } from './tenure.ts';

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
  /**
   * Calls back now if this process projects, and whenever it begins to. What `act` leaves where other processes see it,
   * it writes only if `isActive` says so right before: another one may project by then.
   */
  onActive(act: (isActive: () => boolean) => Promise<void>): Promise<void>;
  /**
   * Carries out an order that lasts, such as a rebuild, as long as this process projects.
   *
   * @param work has to ask `mayGoOn` again and again
   * @throws ControlFailed another process projects
   * @throws Unavailable this process has ceased to project meanwhile
   */
  whileActive<T>(work: (projector: Projector, mayGoOn: MayGoOn) => Promise<T>): Promise<T>;
  /** Why this process cannot project, in words; `null` while all is well, also as a spare. */
  problem(): string | null;
}

/** For the operator whose order ends because this process ends, or has lost the right to carry it out. */
export const PROJECTS_NO_LONGER =
  'This process no longer projects: it ends, or another takes over. Give the order again.';

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
  let current: { readonly projector: Projector; readonly tenure: Tenure } | null = null;
  let onActive: (isActive: () => boolean) => Promise<void> = async () => undefined;
  const work = await exclusively(PROJECTOR_LEASE, async (lease) => {
    const tenure = createTenure(lease, PROJECTS_NO_LONGER);
    const { mayGoOn } = tenure;
    if (lease !== null) await takeOver(lease.epoch);
    const ended = new AbortController();
    const onHalted = (error: Error) => ended.abort(error);
    const projector = createProjector({ log, store: readStore, projections, onCommit, onHalted, logger });
    const eras = await store.eras();
    // It goes on without the lease, too: an end in the middle would take away what was prepared for this release. A process
    // with a newer epoch has the read models for itself, and this build does not get into their place.
    const ofPrepare = { builder, log, store: readStore, projector, eras };
    await prepare({ ...ofPrepare, ...(onPrepare && { onProgress: onPrepare }) });
    await onPrepared();
    const stopNoting = lease === null ? null : noteEras({ store, readStore, clock: systemClock, logger });
    const stop = async () => {
      current = null;
      const orders = tenure.end();
      await projector.stop();
      await stopNoting?.();
      // Where other processes take over, this one may be the next again, and builds one thing at a time.
      if (lease !== null) await orders;
    };
    try {
      await projector.start();
      mayGoOn();
      current = { projector, tenure };
      await onActive(tenure.isProven);
    } catch (error) {
      // Left running, it would project beside the next one.
      await stop();
      throw error;
    }
    return { stop, ended: ended.signal };
  });
  closing.add(PROJECTOR_LEASE, () => work.close());
  return {
    current: () => current?.projector ?? null,
    async onActive(act) {
      onActive = act;
      if (current?.tenure.isProven()) await act(current.tenure.isProven);
    },
    async whileActive(order) {
      if (current === null) throw new ControlFailed('This process stands by: give the order to the one that projects.');
      const { projector, tenure } = current;
      return tenure.during(() => order(projector, tenure.mayGoOn));
    },
    problem: work.problem,
  };
}
