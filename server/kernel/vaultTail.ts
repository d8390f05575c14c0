import type { EngineClock } from '#projections/engine/clock.ts';
import type { Logger } from '../observability/logging.ts';
import type { ChangeVault, VaultChange } from '../ports/vault.ts';

/**
 * Milliseconds between two polls of the changes of other processes. With the time that the vault takes to answer, a
 * process may act so long on an ended session: less than a second.
 */
export const VAULT_POLL_EVERY_MS = 500;
/** Changes that are read at a time. */
const CHANGES_AT_ONCE = 200;

/** Drops cached state that a change of the vault makes stale. */
export interface VaultFollower {
  /** A session was ended: its sockets end. */
  sessionEnded(sessionId: string): void;
  /** A key was destroyed: the key, and all data decrypted with it, leave memory. */
  keyDestroyed(subject: string): void;
  /** The vault no longer has all changes since the last poll: any session or key may have changed. */
  lost(): Promise<void>;
}

/** Follows changes that other processes make in the vault. */
export interface VaultTail {
  /** Begins at the newest change; called before the process caches anything of the vault. */
  start(): Promise<void>;
  /** Number of the newest change that was handled. */
  reached(): number;
  /** Polls now. */
  poll(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes a tail: every change reaches the follower once and in order, within `VAULT_POLL_EVERY_MS`. */
export function createVaultTail(options: {
  readonly changes: ChangeVault;
  readonly follower: VaultFollower;
  readonly clock: EngineClock;
  readonly logger: Pick<Logger, 'warn'>;
}): VaultTail {
  const { changes, follower, clock, logger } = options;
  let reached = 0;
  let isOver = false;
  let polling: Promise<void> = Promise.resolve();
  let cancel: () => void = () => undefined;

  function handOver(change: VaultChange): void {
    if (change.kind === 'session-ended') follower.sessionEnded(change.sessionId);
    else follower.keyDestroyed(change.subject);
    reached = change.number;
  }

  async function readOn(): Promise<void> {
    for (;;) {
      const found = await changes.after(reached, CHANGES_AT_ONCE);
      if (isOver || found?.length === 0) return;
      if (found === null) {
        const newest = await changes.newest();
        await follower.lost();
        // Only after the follower has handled the changes, or a failure would lose them.
        reached = newest;
      } else found.forEach(handOver);
    }
  }

  /** Polls one at a time, so that no change is handled twice. */
  function poll(): Promise<void> {
    const done = polling.then(readOn);
    polling = done.catch(() => undefined);
    return done;
  }

  function wait(): void {
    cancel = clock.after(VAULT_POLL_EVERY_MS, () => {
      void poll()
        // The vault is busy: the next poll finds the same changes.
        .catch((error: unknown) => logger.warn({ err: error }, 'Changes of the vault could not be read.'))
        .then(() => {
          if (!isOver) wait();
        });
    });
  }

  return {
    async start() {
      reached = await changes.newest();
      wait();
    },
    reached: () => reached,
    poll,
    async stop() {
      isOver = true;
      cancel();
      await polling;
    },
  };
}
