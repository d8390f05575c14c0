/** The engine's only way to time: rates, back-off and time-outs. No fold sees it. */
export interface EngineClock {
  /** Milliseconds since some fixed moment; never goes back. */
  now(): number;
  /** Calls `action` once, after so many milliseconds; returns how to call it off. */
  after(milliseconds: number, action: () => void): () => void;
}

// All that this room asks of the process that it runs in; it is compiled without the types of Node and of browsers.
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
