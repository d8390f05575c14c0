import type { EngineClock } from '#projections/engine/clock.ts';
import type { Logger } from '../observability/logging.ts';
import type { CheckpointVault } from '../ports/vault.ts';

/**
 * Milliseconds after which a place that moved is written down. Each writing is a commit of its own to the disk, and what
 * is handed over again after a crash bears it; but the place is also the witness that the log was once that long
 * (`tornFolder.ts`), so it is never older than this.
 */
const KEEP_AFTER_MS = 1_000;
/** Milliseconds between two tries at most while the vault takes nothing. */
const BACK_OFF_MAX_MS = 8_000;

/** Where a reactor stands in the log, kept in the vault. */
export interface Place {
  moved(position: string): void;
  /** Why it could not be kept the last time, `null` while all is well. */
  problem(): string | null;
  /** Writes down what is not yet, and nothing more afterwards. */
  close(): Promise<void>;
}

/** Keeps the place of a reactor. */
export function createPlace(options: {
  readonly reactor: string;
  readonly checkpoints: CheckpointVault;
  readonly clock: EngineClock;
  readonly logger: Pick<Logger, 'warn'>;
}): Place {
  const { reactor, checkpoints, clock, logger } = options;
  let unkept: string | null = null;
  let problem: string | null = null;
  let delay = KEEP_AFTER_MS;
  let isClosed = false;
  let cancel: (() => void) | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const position = unkept;
    if (position === null) return;
    await checkpoints.set(reactor, position);
    if (unkept === position) unkept = null;
    problem = null;
    delay = KEEP_AFTER_MS;
  }

  async function writeInTime(): Promise<void> {
    try {
      await write();
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
      delay = Math.min(delay * 2, BACK_OFF_MAX_MS);
      logger.warn({ err: error, reactor, retryInMs: delay }, 'The place of a reactor could not be kept.');
    }
    cancel = null;
    if (unkept !== null) schedule();
  }

  function schedule(): void {
    if (isClosed || cancel !== null) return;
    cancel = clock.after(delay, () => {
      writing = writeInTime();
    });
  }

  return {
    moved(position) {
      unkept = position;
      schedule();
    },
    problem: () => problem,
    async close() {
      isClosed = true;
      cancel?.();
      await writing;
      await write();
    },
  };
}
