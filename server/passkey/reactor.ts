import { passkeyFact } from '#domain/passkey/state.ts';
import type { Logger } from '../observability/logging.ts';
import type { Vault } from '../ports/vault.ts';
import { createAnswer, type Reactor } from '../reactors/reactor.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/** Removes the keys of passkeys that were removed, and all passkeys of erased people (P10). */
export function createPasskeyReactor(
  vault: Pick<Vault, 'passkeys'>,
  dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>,
  logger: Logger,
): Reactor {
  const answer = createAnswer('passkey', dispatcher, logger);
  return {
    name: 'passkey',
    on: {
      async PasskeyRemoved({ data }) {
        await vault.passkeys.remove(data.passkeyId);
      },
      async SubjectErased(event) {
        const { userId } = event.data;
        await vault.passkeys.removeUser(userId);
        const { passkeys } = await dispatcher.stateOf(passkeyFact(userId));
        for (const { passkeyId } of passkeys) {
          await answer(event, passkeyId, { type: 'RemovePasskey', data: { userId, passkeyId } });
        }
      },
    },
  };
}
