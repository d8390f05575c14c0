import type { Sessions } from '../identity/sessions.ts';
import type { SessionVault } from '../ports/accountVault.ts';
import type { Reactor } from '../reactors/reactor.ts';

/**
 * Ends the sessions that are older than a reset of the password. The reset itself ends them too; a process that ended in
 * between did not.
 */
export function createPasswordReactor(
  sessions: Pick<Sessions, 'end'>,
  vault: { readonly sessions: Pick<SessionVault, 'listOf'> },
): Reactor {
  return {
    name: 'password',
    on: {
      async PasswordChanged(event) {
        const { userId, how } = event.data;
        // A person who sets or changes a password is signed in, and stays so.
        if (how !== 'reset' && how !== 'dropped') return;
        for (const { sessionId, createdAt } of await vault.sessions.listOf(userId)) {
          if (createdAt < event.meta.at) await sessions.end(sessionId);
        }
      },
    },
  };
}
