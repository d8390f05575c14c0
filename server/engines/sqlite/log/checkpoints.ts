/** Events after which the write-ahead log is moved into the main file: some 4 MB of pages at random places. */
const CHECKPOINT_EVERY_EVENTS = 500;

/**
 * Moves the write-ahead log into the main file beside the writer, so that no commit waits for it: by far the most of a
 * checkpoint's time is the disk's. Under unbroken load it can't keep up to the end; the writer's own limit
 * (`wal_autocheckpoint`) then catches the rest.
 */
export interface Checkpoints {
  /** Says that so many events were committed. */
  committed(events: number): void;
  /** Resolves when no checkpoint is under way. */
  idle(): Promise<void>;
}

/** @param checkpoint moves what can be moved without making anybody wait */
export function createCheckpoints(checkpoint: () => Promise<unknown>): Checkpoints {
  let waiting = 0;
  let running: Promise<void> | null = null;

  const done = (): void => {
    running = null;
  };
  return {
    committed(events) {
      waiting += events;
      if (running !== null || waiting < CHECKPOINT_EVERY_EVENTS) return;
      waiting = 0;
      // One that fails loses nothing: the write-ahead log keeps everything until a later one succeeds.
      running = checkpoint().then(done, done);
    },
    idle: async () => {
      await running;
    },
  };
}
