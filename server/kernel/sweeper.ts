import type { EngineClock } from '#projections/engine/clock.ts';
import type { Logger } from '../observability/logging.ts';

const HOUR_MS = 3_600_000;
/** Milliseconds from a start to its first sweep, so that a server that is started again every hour sweeps, too. */
export const FIRST_SWEEP_AFTER_MS = 60_000;
/** Milliseconds between two sweeps. */
export const SWEEP_EVERY_MS = HOUR_MS;
/** Milliseconds after which files and credentials that no event names are removed (D07, D15). */
export const ORPHAN_MS = 24 * HOUR_MS;

/** Removes leftovers as of an instant. The vault is written before the log, so some writes there never get an event. */
export type Sweep = (now: Date) => Promise<void>;

/** Runs sweeps a minute after the start, then once an hour. */
export interface Sweeper {
  start(): void;
  stop(): Promise<void>;
  /**
   * Runs every sweep once, now, whatever becomes of those before it.
   *
   * @throws AggregateError of the faults of those that failed
   */
  sweep(): Promise<void>;
}

/** Makes the sweeper; it runs the sweeps one after the other, in their order. */
export function createSweeper(options: {
  readonly sweeps: readonly Sweep[];
  readonly clock: () => Date;
  readonly timer: EngineClock;
  readonly logger: Pick<Logger, 'warn'>;
}): Sweeper {
  const { sweeps, clock, timer, logger } = options;
  let cancel: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();

  async function sweepAll(): Promise<void> {
    const now = clock();
    const faults: unknown[] = [];
    for (const sweep of sweeps) await sweep(now).catch((error: unknown) => faults.push(error));
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} of ${sweeps.length} sweeps failed.`);
  }

  function schedule(ms: number): void {
    cancel = timer.after(ms, () => {
      running = sweepAll()
        .catch((error: unknown) => logger.warn({ err: error }, 'A sweep failed; the next one tries again.'))
        .then(() => schedule(SWEEP_EVERY_MS));
    });
  }

  return {
    start: () => schedule(FIRST_SWEEP_AFTER_MS),
    sweep: sweepAll,
    async stop() {
      cancel();
      await running;
      cancel();
    },
  };
}
