import type { EngineClock } from '#projections/engine/clock.ts';
import type { Logger } from '../observability/logging.ts';

const HOUR_MS = 3_600_000;
/** Milliseconds from a start to its first sweep, so that a server that is started again every hour sweeps, too. */
export const FIRST_SWEEP_AFTER_MS = 60_000;
/** Milliseconds between two sweeps. */
export const SWEEP_EVERY_MS = HOUR_MS;
/** Milliseconds between two sweeps of what falls due at a moment, and from a start to the first of them. */
export const FREQUENT_SWEEP_EVERY_MS = 15_000;
/** Milliseconds after which files and credentials that no event names are removed (D07, D15). */
export const ORPHAN_MS = 24 * HOUR_MS;

/** Removes leftovers as of an instant. The vault is written before the log, so some writes there never get an event. */
export type Sweep = (now: Date) => Promise<void>;

/** Runs sweeps again and again. */
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

/**
 * Takes a step for each of some things, one after the other, whatever becomes of those before it: one thing that always
 * fails, such as that of a person whose key is missing, must not keep all behind it for ever.
 *
 * @param what names the steps in the error
 * @throws AggregateError of the faults of those that failed
 */
export async function forEachOf<Thing>(
  things: Iterable<Thing> | AsyncIterable<Thing>,
  what: string,
  step: (thing: Thing) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  let count = 0;
  for await (const thing of things) {
    count += 1;
    try {
      await step(thing);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} of ${count} ${what} failed.`);
}

/** When a sweeper sweeps, in milliseconds. */
export interface SweepTimes {
  /** From its start to its first sweep. */
  readonly firstAfterMs: number;
  readonly everyMs: number;
}

const HOURLY: SweepTimes = { firstAfterMs: FIRST_SWEEP_AFTER_MS, everyMs: SWEEP_EVERY_MS };
/** Times of the sweeps of what falls due at a moment. */
export const FREQUENT: SweepTimes = { firstAfterMs: FREQUENT_SWEEP_EVERY_MS, everyMs: FREQUENT_SWEEP_EVERY_MS };

/** Makes the sweeper; it runs the sweeps one after the other, in their order. */
export function createSweeper(options: {
  readonly sweeps: readonly Sweep[];
  readonly clock: () => Date;
  readonly timer: EngineClock;
  readonly logger: Pick<Logger, 'warn'>;
  /** Default: a minute after the start, then once an hour. */
  readonly times?: SweepTimes;
}): Sweeper {
  const { sweeps, clock, timer, logger, times = HOURLY } = options;
  let cancel: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();

  async function sweepAll(): Promise<void> {
    const now = clock();
    await forEachOf(sweeps, 'sweeps', (sweep) => sweep(now));
  }

  function schedule(ms: number): void {
    cancel = timer.after(ms, () => {
      running = sweepAll()
        .catch((error: unknown) => logger.warn({ err: error }, 'A sweep failed; the next one tries again.'))
        .then(() => schedule(times.everyMs));
    });
  }

  return {
    start: () => schedule(times.firstAfterMs),
    sweep: sweepAll,
    async stop() {
      cancel();
      await running;
      cancel();
    },
  };
}
