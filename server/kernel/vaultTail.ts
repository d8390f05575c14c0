import type { EngineClock } from '#projections/engine/clock.ts';
import type { Logger } from '../observability/logging.ts';
import type { ChangeVault, VaultChange } from '../ports/vault.ts';

/** Milliseconds between two looks at what other processes have changed: so late may one forget what another ended. */
export const VAULT_POLL_EVERY_MS = 1_000;
/** Changes that are read at a time. */
const CHANGES_AT_ONCE = 200;

/** What a process holds in memory that a change of the vault takes from it. */
export interface VaultFollower {
  /** A session was ended: its sockets end. */
  sessionEnded(sessionId: string): void;
  /** A key was destroyed: nothing that was opened with it stays in memory, nor the key. */
  keyDestroyed(subject: string): void;
  /** More has changed than the vault remembers: everything of the above may have. */
  lost(): Promise<void>;
}

/** Follows what other processes change in the vault. */
export interface VaultTail {
  /** Takes its place at the newest change, before the process remembers anything of the vault. */
  start(): Promise<void>;
  /** Looks now. */
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

  function tell(change: VaultChange): void {
    if (change.kind === 'session-ended') follower.sessionEnded(change.sessionId);
    else follower.keyDestroyed(change.subject);
    reached = change.number;
  }

  async function readOn(): Promise<void> {
    for (;;) {
      const newest = await changes.newest();
      const found = await changes.after(reached, CHANGES_AT_ONCE);
      if (isOver || found?.length === 0) return;
      if (found === null) {
        await follower.lost();
        // Not before it was told, or a failure would lose it.
        reached = newest;
      } else found.forEach(tell);
    }
  }

  /** One after the other, so that none tells what another has told. */
  function poll(): Promise<void> {
    const done = polling.then(readOn);
    polling = done.catch(() => undefined);
    return done;
  }

  function wait(): void {
    cancel = clock.after(VAULT_POLL_EVERY_MS, () => {
      void poll()
        // The vault is busy: the next look finds the same changes.
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
    poll,
    async stop() {
      isOver = true;
      cancel();
      await polling;
    },
  };
}
