import type { EngineClock } from './clock.ts';

/** Milliseconds over which a rate is averaged. */
const WINDOW_MS = 10_000;
const MS_PER_SECOND = 1_000;

/** Recent events per second. */
export interface Rate {
  add(count: number): void;
  perSecond(): number;
}

export function createRate(clock: EngineClock): Rate {
  let counted: { readonly at: number; readonly count: number }[] = [];

  function prune(): void {
    const since = clock.now() - WINDOW_MS;
    counted = counted.filter(({ at }) => at > since);
  }

  return {
    add(count) {
      prune();
      counted.push({ at: clock.now(), count });
    },
    perSecond() {
      prune();
      const total = counted.reduce((sum, { count }) => sum + count, 0);
      return (total * MS_PER_SECOND) / WINDOW_MS;
    },
  };
}
