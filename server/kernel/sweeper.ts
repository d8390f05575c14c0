import type { EngineClock } from '#projections/engine/clock.ts';
import type { Logger } from '../observability/logging.ts';
import { type ProvenTime, SECOND_LOOK_AFTER_MS } from './provenTime.ts';

const HOUR_MS = 3_600_000;
/**
 * Milliseconds from a start to its first sweep: as soon as time can be proven, so that a server that is started again
 * every hour sweeps, too.
 */
export const FIRST_SWEEP_AFTER_MS = SECOND_LOOK_AFTER_MS;
/** Milliseconds between two sweeps. */
export const SWEEP_EVERY_MS = HOUR_MS;
/** Milliseconds after which files and credentials that no event names are removed (D07, D15). */
export const ORPHAN_MS = 24 * HOUR_MS;

/** Removes leftovers as of an instant. The vault is written before the log, so some writes there never get an event. */
export type Sweep = (now: Date) => Promise<void>;

/** Stable name of the log line for sweeps that wait until time is proven. */
export const TIME_IN_DOUBT = 'time_in_doubt';

/** Runs sweeps ten minutes after the start, then once an hour, whenever time is proven. */
export interface Sweeper {
  start(): void;
  /** Finishes the sweep under way, and begins no other. */
  stop(): Promise<void>;
  /**
   * Runs every sweep once, now, whatever becomes of those before it; none as long as time is not proven, since nothing
   * that they do can be undone.
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

/** Makes the sweeper; it runs the sweeps one after the other, in their order. */
export function createSweeper(options: {
  readonly sweeps: readonly Sweep[];
  readonly time: ProvenTime;
  readonly timer: EngineClock;
  readonly logger: Pick<Logger, 'warn'>;
}): Sweeper {
  const { sweeps, time, timer, logger } = options;
  let cancel: () => void = () => undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  /** Another process sweeps from then on. */
  function* untilStopped(): Generator<Sweep> {
    for (const sweep of sweeps) {
      if (isStopped) return;
      yield sweep;
    }
  }

  async function sweepAll(): Promise<void> {
    const { now, ...unproven } = await time.prove();
    if (now === null) logger.warn({ event: TIME_IN_DOUBT, ...unproven }, 'Nothing is swept before time is proven.');
    else await forEachOf(untilStopped(), 'sweeps', (sweep) => sweep(now));
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
      isStopped = true;
      cancel();
      await running;
      cancel();
    },
  };
}
