/** The engine's only source of time, for rates, back-off and time-outs. Folds have none. */
export interface EngineClock {
  /** Milliseconds since some fixed moment; never goes back. */
  now(): number;
  /** Calls `action` once, after so many milliseconds; returns a function that cancels it. */
  after(milliseconds: number, action: () => void): () => void;
}

// The only globals of the process that projections use: this room is compiled without the types of Node and browsers.
declare const performance: { now(): number };
declare function setTimeout(action: () => void, milliseconds: number): { unref?(): void };
declare function clearTimeout(timer: { unref?(): void }): void;

/** The process's own clock; a timer does not keep the process alive. */
export const systemClock: EngineClock = {
  now: () => performance.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    timer.unref?.();
    return () => clearTimeout(timer);
  },
};
