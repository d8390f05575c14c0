import type { Logger } from '../observability/logging.ts';
import { type HeldLease, LEASE_MS, type LeaseOptions, pause, takeLease } from './heldLease.ts';
import { LeasePace } from './leasePace.ts';

/** Work that one process at a time does, such as the projector's. */
export interface LeasedWork {
  /** Resolves when it does nothing more. */
  stop(): Promise<void>;
  /**
   * Aborted, with the reason, when it has ended by itself: the lease then goes to another process. Left out: it never
   * does.
   */
  readonly ended?: AbortSignal;
}

export interface WhileLeasedOptions extends LeaseOptions {
  /**
   * Starts the work, each time that this process gets the lease. It should end early, by an error, when `lease.lost` is
   * aborted.
   */
  start(lease: HeldLease): Promise<LeasedWork>;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Work that waits for its lease, or does it. */
export interface Leased {
  /** Epoch of the lease while this process does the work, otherwise `null`: it is a spare. */
  epoch(): number | null;
  /** Why this process cannot do the work, in words; `null` while all is well. */
  problem(): string | null;
  /** Stops the work, then gives the lease to the next process at once. */
  close(): Promise<void>;
}

/**
 * Does some work while this process holds a lease, and stands by as a spare while another one does. The work never runs
 * twice in this process: it has stopped before the lease is asked for again.
 */
export function whileLeased(options: WhileLeasedOptions): Leased {
  const { name, clock, logger, start } = options;
  const closing = new AbortController();
  const pace = new LeasePace(LEASE_MS);
  let epoch: number | null = null;
  let problem: string | null = null;

  /** It is done there: that it could not be done here is over, and this process a spare like any other. */
  const onHeldElsewhere = () => {
    problem = null;
  };

  /** The started work; `null`: it did not start, and another process may succeed. */
  async function startWork(lease: HeldLease): Promise<LeasedWork | null> {
    try {
      const work = await start(lease);
      problem = null;
      return work;
    } catch (error) {
      // Not the work's fault.
      if (lease.lost.aborted) return null;
      problem = textOf(error);
      logger.error({ err: error, lease: name }, 'Leased work could not be started.');
      return null;
    }
  }

  /** @throws what the work's stop threw: it may still run */
  async function workUntilLost(lease: HeldLease): Promise<void> {
    const work = await startWork(lease);
    if (work === null) {
      await lease.release();
      // The other processes have this time to take the lease.
      await pause(clock, LEASE_MS, closing.signal);
      return;
    }
    try {
      epoch = lease.epoch;
      await aborted(AbortSignal.any([lease.lost, closing.signal, ...(work.ended === undefined ? [] : [work.ended])]));
      epoch = null;
      if (work.ended?.aborted) problem = textOf(work.ended.reason);
      await work.stop();
    } finally {
      await lease.release();
    }
    // The other processes have this time to take the lease.
    if (work.ended?.aborted) await pause(clock, LEASE_MS, closing.signal);
  }

  async function run(): Promise<void> {
    try {
      for (;;) {
        const lease = await takeLease({ ...options, pace, onHeldElsewhere }, closing.signal);
        if (lease === null) return;
        await workUntilLost(lease);
      }
    } catch (error) {
      // Started again, it might run twice in this process.
      problem = `It could not be stopped: ${textOf(error)}`;
      logger.error({ err: error, lease: name }, 'Leased work could not be stopped. Restart this process.');
    }
  }

  const running = run();
  return {
    epoch: () => epoch,
    problem: () => problem,
    close() {
      closing.abort();
      return running;
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
