import { passkeyFact } from '#domain/passkey/state.ts';
import { forEachOf, ORPHAN_MS, type Sweep } from '../kernel/sweeper.ts';
import type { Vault } from '../ports/vault.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/** Removes keys of passkeys that were never added. */
export function passkeySweep({
  vault: { passkeys: vault },
  dispatcher,
}: {
  readonly vault: Pick<Vault, 'passkeys'>;
  readonly dispatcher: Pick<Dispatcher, 'stateOf'>;
}): Sweep {
  return async (now) => {
    const old = await vault.olderThan(new Date(now.getTime() - ORPHAN_MS).toISOString());
    await forEachOf(old, 'looks at passkeys', async ({ passkeyId, userId }) => {
      const { passkeys } = await dispatcher.stateOf(passkeyFact(userId));
      if (!passkeys.some((each) => each.passkeyId === passkeyId)) await vault.remove(passkeyId);
    });
  };
}
