import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable } from '#projections/engine/eventLog.ts';

/** Bytes of a trial write: more than most commits need. */
const TRIAL_BYTES = 64 * 1024;
/** Milliseconds between two trial writes: health may be requested often, and each trial waits for the disk. */
const TRIAL_EVERY_MS = 1_000;
/** Only the owner reads and writes. */
const PRIVATE_FILE_MODE = 0o600;

/**
 * Remembers that a write failed, so that the store counts as not ready until a trial write succeeds. The trial is
 * needed because a server that is not ready gets no requests, and so no other write shows that there is room again.
 */
export interface WriteTrouble {
  /** Notes the error of a write; only `Unavailable` counts. */
  note(error: unknown): void;
  /**
   * Answers at once, and starts a trial write if the last write failed.
   * @throws Unavailable what was noted last, until a trial has succeeded
   */
  check(): Promise<void>;
}

/**
 * @param trial proves that a write succeeds now, or throws
 * @param now milliseconds of a clock that never steps
 */
export function createWriteTrouble(
  trial: () => Promise<void>,
  now: () => number = () => performance.now(),
): WriteTrouble {
  let trouble: Unavailable | null = null;
  let trying = false;
  let nextTrialAt = 0;

  /** Runs in the background: a trial may wait for a lock or a slow disk. */
  async function tryAgain(): Promise<void> {
    const noted = trouble;
    trying = true;
    try {
      await trial();
      // An error noted during the trial stays.
      if (trouble === noted) trouble = null;
    } catch (error) {
      if (error instanceof Unavailable) trouble = error;
    } finally {
      trying = false;
      nextTrialAt = now() + TRIAL_EVERY_MS;
    }
  }

  return {
    note(error) {
      if (error instanceof Unavailable) trouble = error;
    },
    async check() {
      if (trouble === null) return;
      const said = trouble;
      if (!trying && now() >= nextTrialAt) void tryAgain();
      throw said;
    },
  };
}

/** Writes a file in a folder through to the disk and deletes it again. @throws what the file system says */
export async function tryFolder(folder: string): Promise<void> {
  const draft = join(folder, `trial.${randomUUID()}.tmp`);
  try {
    const handle = await open(draft, 'wx', PRIVATE_FILE_MODE);
    try {
      await handle.writeFile(Buffer.alloc(TRIAL_BYTES, 1));
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(draft, { force: true });
  }
}
