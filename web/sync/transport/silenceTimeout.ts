/** A timeout for answers that counts silence on the connection, not time since the question. */
export interface SilenceTimeout {
  /** A packet came over the connection. */
  heard(): void;
  /**
   * Calls `giveUp` once after that many milliseconds without any packet: on a slow connection other packets come before
   * the answer. The returned function cancels it.
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
      const look = () => {
        const left = Math.max(askedAt, heardAt) + milliseconds - now();
        if (left <= 0) giveUp();
        else timer = setTimeout(look, left);
      };
      look();
      return () => clearTimeout(timer);
    },
  };
}
