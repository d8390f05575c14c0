import { passkeyFact } from '#domain/passkey/state.ts';
import { passkeyShelf } from '../identity/passkey/shelf.ts';
import type { Logger } from '../observability/logging.ts';
import type { Vault } from '../ports/vault.ts';
import { createAnswer, type Reactor } from '../reactors/reactor.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/** Removes the keys of passkeys that were removed, and the passkeys of erased people from the log (P10). */
export function createPasskeyReactor(
  vault: Pick<Vault, 'shelf'>,
  dispatcher: Pick<Dispatcher, 'dispatch' | 'stateOf'>,
  logger: Logger,
): Reactor {
  const shelf = passkeyShelf(vault);
  const answer = createAnswer('passkey', dispatcher, logger);
  return {
    name: 'passkey',
    on: {
      async PasskeyRemoved({ data }) {
        await shelf.remove(data.passkeyId);
      },
      async SubjectErased(event) {
        const { userId } = event.data;
        const { passkeys } = await dispatcher.stateOf(passkeyFact(userId));
        for (const { passkeyId } of passkeys) {
          await answer(event, passkeyId, { type: 'RemovePasskey', data: { userId, passkeyId } });
        }
      },
    },
  };
}
