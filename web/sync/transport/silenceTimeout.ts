/** A timeout for answers that counts silence on the connection, not time since the question. */
export interface SilenceTimeout {
  /** A packet came over the connection. */
  heard(): void;
  /**
   * Calls `giveUp` once after that many milliseconds without any packet: on a slow connection other packets come before
   * the answer. It looks a second time, a turn of the event loop later: a page that was held up runs its timers before it
   * reads the packets that came meanwhile. The returned function cancels it.
   */
  wait(milliseconds: number, giveUp: () => void): () => void;
}

/** @param now monotonic milliseconds */
export function createSilenceTimeout(now: () => number = () => performance.now()): SilenceTimeout {
  let heardAt = now();
  return {
    heard() {
      heardAt = now();
    },
    wait(milliseconds, giveUp) {
      const askedAt = now();
      let timer: ReturnType<typeof setTimeout>;
      const look = (isSecond = false) => {
        const left = Math.max(askedAt, heardAt) + milliseconds - now();
        if (left > 0) timer = setTimeout(look, left);
        else if (isSecond) giveUp();
        else timer = setTimeout(look, 0, true);
      };
      look();
      return () => clearTimeout(timer);
    },
  };
}
