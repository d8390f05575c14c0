/** Events after which the write-ahead log is moved into the main file: some 4 MB of pages at random places. */
const CHECKPOINT_EVERY_EVENTS = 500;

/**
 * Moves the write-ahead log into the main file beside the writer, so that no commit waits for the disk work of a
 * checkpoint. Under constant load it cannot empty the log; then the writer's own limit (`wal_autocheckpoint`) applies.
 */
export interface Checkpoints {
  /** Notes a number of committed events. */
  committed(events: number): void;
  /** Resolves when no checkpoint is under way. */
  idle(): Promise<void>;
}

/** @param checkpoint moves all pages that it can move without blocking others */
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
      // A failed checkpoint loses nothing: the write-ahead log keeps its pages until a later one succeeds.
      running = checkpoint().then(done, done);
    },
    idle: async () => {
      await running;
    },
  };
}
