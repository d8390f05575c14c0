import type { EngineClock } from './clock.ts';
import { Unavailable } from './eventLog.ts';

/** Callers that wait until the read models have reached a position (`notBefore`). */
export interface Waiters {
  /**
   * Resolves when `reached` is called with this position or a later one.
   * @throws Unavailable the time is up, or `fail` was called
   */
  wait(position: string, timeoutMs: number): Promise<void>;
  reached(position: string): void;
  fail(error: Error): void;
}

interface Waiter {
  readonly position: string;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export function createWaiters(clock: EngineClock): Waiters {
  const waiting = new Set<Waiter>();

  function end(waiter: Waiter, act: () => void): void {
    if (waiting.delete(waiter)) act();
  }

  return {
    wait: (position, timeoutMs) =>
      new Promise((resolve, reject) => {
        const cancel = clock.after(timeoutMs, () => end(waiter, () => waiter.reject(late(position, timeoutMs))));
        const settle = (act: () => void) => {
          cancel();
          act();
        };
        const waiter: Waiter = {
          position,
          resolve: () => settle(resolve),
          reject: (error) => settle(() => reject(error)),
        };
        waiting.add(waiter);
      }),
    reached(position) {
      for (const waiter of [...waiting]) {
        if (waiter.position <= position) end(waiter, waiter.resolve);
      }
    },
    fail(error) {
      for (const waiter of [...waiting]) end(waiter, () => waiter.reject(error));
    },
  };
}

function late(position: string, timeoutMs: number): Unavailable {
  return new Unavailable(`The read models did not reach position ${position} in ${timeoutMs} ms.`);
}
