import { Unavailable } from '#projections/engine/eventLog.ts';
import type { MayGoOn } from '#projections/engine/generationBuilder.ts';
import { within } from '../concurrency/within.ts';
import type { HeldLease } from '../kernel/heldLease.ts';

/** The time for which this process has the right to some work: from a start of the work until its stop. */
export interface Tenure {
  /** Whether this process can still be sure of its right. */
  isProven(): boolean;
  /** For work that lasts. @throws Unavailable the right is lost, or the work is being stopped */
  readonly mayGoOn: MayGoOn;
  /**
   * Carries out what lasts. Its answer is not waited for once the tenure is over; it has to ask `mayGoOn` and end, too.
   *
   * @throws Unavailable the tenure is over, which also explains whatever else failed by then
   */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Ends it. Resolves when nothing of it goes on. */
  end(): Promise<void>;
}

/**
 * Makes the tenure of a start.
 *
 * @param lease `null`: no other process can have the stores
 * @param words for the one who waits, when it is over
 */
export function createTenure(lease: Pick<HeldLease, 'isProven'> | null, words: string): Tenure {
  const over = new AbortController();
  const running = new Set<Promise<unknown>>();

  function isProven(): boolean {
    // A process that was halted gets no signal in time: it has to ask.
    if (lease?.isProven() === false) over.abort(new Unavailable(words));
    return !over.signal.aborted;
  }

  function mayGoOn(): void {
    if (!isProven()) throw over.signal.reason;
  }

  return {
    isProven,
    mayGoOn,
    async during(work) {
      mayGoOn();
      const done = work();
      running.add(done);
      const ended = () => void running.delete(done);
      done.then(ended, ended);
      try {
        return await within(done, over.signal);
      } catch (error) {
        mayGoOn();
        throw error;
      }
    },
    async end() {
      over.abort(new Unavailable(words));
      await Promise.allSettled(running);
    },
  };
}
