import type { EngineClock } from '#projections/engine/clock.ts';

/** A clock that advances only by `advance`. */
export interface ManualClock extends EngineClock {
  /** Advances, and runs due timers in order. */
  advance(milliseconds: number): void;
}

export function createManualClock(): ManualClock {
  let now = 0;
  let timers: { readonly at: number; readonly action: () => void }[] = [];

  return {
    now: () => now,
    after(milliseconds, action) {
      const timer = { at: now + milliseconds, action };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    advance(milliseconds) {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
      timers = timers.filter(({ at }) => at > now);
      for (const { action } of due) action();
    },
  };
}
