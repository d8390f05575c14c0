import type { DatabaseSync } from 'node:sqlite';
import { BUSY_TIMEOUT_MS } from './database.ts';

/** Milliseconds until the write-ahead log is tried to be emptied again, at first and at most. */
const RETRY_FIRST_MS = 50;
const RETRY_MAX_MS = 1_000;
/** Milliseconds that a try waits for readers: none at first, more with each try in vain, and never so long that a commit would be felt to wait. */
const PATIENCE_STEP_MS = 5;
const PATIENCE_MAX_MS = 100;

/**
 * Moves everything into the main file and truncates the write-ahead log: what it held of old pages is gone.
 *
 * @param patienceMs milliseconds to wait for readers
 * @returns `false`: somebody reads what it still holds
 */
export function emptyWriteAheadLog(db: DatabaseSync, patienceMs: number): boolean {
  db.exec(`PRAGMA busy_timeout = ${patienceMs}`);
  try {
    return (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }).busy === 0;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** Sees to it that what was erased leaves the write-ahead log too, beside the commits: none waits for a reader. */
export interface Truncation {
  /** Something was erased: what it was lies in the write-ahead log still. */
  owe(): void;
  /** Whether anything that was erased may lie there still. */
  readonly isOwed: boolean;
  /** Tries once more, and then no more. */
  close(): void;
}

/**
 * @param empty tries to empty it, waiting for readers for so many milliseconds; answers whether it did
 * @param later calls back after milliseconds; the answer undoes it
 */
export function createTruncation(
  empty: (patienceMs: number) => boolean,
  later: (milliseconds: number, task: () => void) => () => void = afterMilliseconds,
): Truncation {
  let isOwed = false;
  let tries = 0;
  let cancel: (() => void) | null = null;

  function attempt(): void {
    cancel = null;
    isOwed = !tryOnce();
    if (isOwed) cancel = later(Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** tries), attempt);
    tries = isOwed ? tries + 1 : 0;
  }

  function tryOnce(): boolean {
    try {
      return empty(Math.min(PATIENCE_MAX_MS, PATIENCE_STEP_MS * tries));
    } catch {
      // A disk that is full or failing: it is owed until a later try succeeds.
      return false;
    }
  }

  return {
    get isOwed() {
      return isOwed;
    },
    owe() {
      isOwed = true;
      // After the answer to the commit.
      cancel ??= later(0, attempt);
    },
    close() {
      cancel?.();
      if (isOwed) isOwed = !tryOnce();
    },
  };
}

function afterMilliseconds(milliseconds: number, task: () => void): () => void {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
}
