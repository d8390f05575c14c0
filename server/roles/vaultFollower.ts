import type { Hub } from '../hub/hub.ts';
import type { SessionWatch } from '../hub/sessionWatch.ts';
import type { VaultFollower } from '../kernel/vaultTail.ts';
import type { OpenEventLog } from '../log/eventLog.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/** Drops this process's cached state when another one has ended a session or destroyed a key. */
export function createVaultFollower(parts: {
  readonly hub: Pick<Hub, 'endSession'>;
  readonly dispatcher: Pick<Dispatcher, 'forgetStates'>;
  readonly log: Pick<OpenEventLog, 'forget'>;
  readonly watch: Pick<SessionWatch, 'check'>;
}): VaultFollower {
  const { hub, dispatcher, log, watch } = parts;
  return {
    sessionEnded: (sessionId) => hub.endSession(sessionId),
    keyDestroyed(subject) {
      log.forget([subject]);
      dispatcher.forgetStates();
    },
    async lost() {
      log.forget(null);
      dispatcher.forgetStates();
      await watch.check();
    },
  };
}
