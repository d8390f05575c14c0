import type { Sessions } from '../identity/sessions.ts';
import type { Logger } from '../observability/logging.ts';
import type { Hub } from './hub.ts';
import { SESSION_CHECK_EVERY_MS } from './limits.ts';
import type { HubClock } from './ports.ts';

/** Checks the sessions of open connections. */
export interface SessionWatch {
  /** Checks all of them now. @throws Unavailable the vault is busy */
  check(): Promise<void>;
  /** Ends the checks; resolves when the last one is over. */
  stop(): Promise<void>;
}

/**
 * Ends the connections of sessions that have expired. A session that somebody ends has its connections ended at once,
 * or by another process as soon as that reads the vault's list of changes. Expiry leaves no trace, so it has to be
 * checked: a handshake is authenticated once, and a tab may stay open for months.
 */
export function watchSessions(options: {
  readonly hub: Pick<Hub, 'openSessions' | 'endSession'>;
  readonly sessions: Pick<Sessions, 'stands'>;
  readonly clock: HubClock;
  readonly logger: Pick<Logger, 'warn'>;
}): SessionWatch {
  const { hub, sessions, clock, logger } = options;
  let isOver = false;
  let checking = Promise.resolve();
  let cancel: () => void = () => undefined;

  async function check(): Promise<void> {
    for (const sessionId of hub.openSessions()) {
      if (isOver) return;
      if (!(await sessions.stands(sessionId))) hub.endSession(sessionId);
    }
  }

  const wait = () => {
    cancel = clock.after(SESSION_CHECK_EVERY_MS, () => {
      checking = check()
        // The vault is busy: the next check finds the same sessions.
        .catch((error: unknown) => logger.warn({ err: error }, 'Sessions could not be checked.'))
        .then(() => {
          if (!isOver) wait();
        });
    });
  };
  wait();
  return {
    check,
    async stop() {
      isOver = true;
      cancel();
      await checking;
    },
  };
}
