import type { Clock } from '../ports.ts';

/** The browser's own time. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};
