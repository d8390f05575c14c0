/** Waiting for answers: it ends when nothing comes any more, not after a fixed time. */
export interface SilenceTimeout {
  /** Something has come over the connection. */
  heard(): void;
  /**
   * Calls `giveUp` once when, for so many milliseconds, nothing has come at all: neither an answer nor anything else,
   * which on a slow line comes before it. Returns how to call it off.
   */
  wait(milliseconds: number, giveUp: () => void): () => void;
}

/** @param now milliseconds since some fixed moment; never goes back */
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
