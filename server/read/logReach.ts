import type { EngineClock } from '#projections/engine/clock.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { createWaiters } from '#projections/engine/waiters.ts';
import { laterPosition, START } from '#projections/sync/position.ts';
import type { LogReach } from './certainty.ts';
import { NOT_BEFORE_WAIT_MS } from './limits.ts';

/** Position that the read models have reached, for a process with or without a hub and a projector. */
export interface CheckpointReach extends LogReach {
  /** Waits until the read models have reached a position. @throws Unavailable they do not in so many milliseconds */
  within(position: string, timeoutMs: number): Promise<void>;
  /** A projector in this process has committed up to a position. */
  reached(position: string): void;
}

/**
 * Learns the checkpoint from commits in this process, or from the read store.
 *
 * @param options.pollEveryMs milliseconds between two reads of the checkpoint while somebody waits; left out where the
 *   projector of this process calls `reached`
 */
export function createLogReach(options: {
  readonly store: Pick<ReadStore, 'checkpoint'>;
  readonly head: () => Promise<string>;
  readonly clock: EngineClock;
  readonly pollEveryMs?: number | undefined;
}): CheckpointReach {
  const { store, head, clock, pollEveryMs } = options;
  const waiters = createWaiters(clock);
  let published = START;
  let waiting = 0;
  let isPolling = false;

  function reached(position: string): void {
    published = laterPosition(published, position);
    waiters.reached(published);
  }

  async function poll(): Promise<void> {
    try {
      reached(await store.checkpoint());
    } catch (error) {
      waiters.fail(new Unavailable('The position of the read models can not be read.', { cause: error }));
    }
  }

  /** Polls as long as somebody waits. */
  function keepPolling(everyMs: number): void {
    isPolling = waiting > 0;
    if (isPolling) clock.after(everyMs, () => void poll().then(() => keepPolling(everyMs)));
  }

  async function within(position: string, timeoutMs: number): Promise<void> {
    if (position <= published) return;
    waiting += 1;
    const arrival = waiters.wait(position, timeoutMs);
    // A commit that nobody announced: of another process, or the swap of a rebuild.
    void poll();
    if (pollEveryMs !== undefined && !isPolling) keepPolling(pollEveryMs);
    try {
      await arrival;
    } finally {
      waiting -= 1;
    }
  }

  return {
    published: () => published,
    head,
    within,
    reached,
    async waitFor(position) {
      try {
        await within(position, NOT_BEFORE_WAIT_MS);
        return true;
      } catch (error) {
        if (error instanceof Unavailable) return false;
        throw error;
      }
    },
  };
}
