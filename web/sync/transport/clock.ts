import { deviceNow } from '../../kit/time/serverClock.ts';
/** Time, as a port: tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after that many milliseconds; the returned function cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The browser's clock. */
export const browserClock: Clock = {
  now: deviceNow,
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
