import type { EngineClock } from '#projections/engine/clock.ts';

/** A clock whose timers go off when the test says so: all, or those of one delay in milliseconds. */
export function firedClock(): EngineClock & { fire(delay?: number): void; readonly delays: number[] } {
  const timers = new Set<{ readonly ms: number; readonly action: () => void }>();
  const delays: number[] = [];
  return {
    delays,
    now: () => 0,
    after(ms, action) {
      delays.push(ms);
      const timer = { ms, action };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    fire(delay) {
      for (const timer of [...timers].filter(({ ms }) => delay === undefined || ms === delay)) {
        timers.delete(timer);
        timer.action();
      }
    },
  };
}

/** Turns of the event loop after which something in memory counts as never to happen. */
const TURNS_MAX = 20_000;

/** Lets everything that is ready run until something holds. @throws Error it never does */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; !holds(); turn += 1) {
    if (turn === TURNS_MAX) throw new Error(`It never holds: ${holds}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
