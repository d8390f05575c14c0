import type { PasskeyVault } from '../../ports/accountVault.ts';
import type { MemoryVaultState } from './vaultState.ts';

/** Passkeys of a vault in memory. */
export function memoryPasskeys({ passkeys }: Pick<MemoryVaultState, 'passkeys'>): PasskeyVault {
  return {
    async add(passkey) {
      if (!passkeys.has(passkey.passkeyId)) passkeys.set(passkey.passkeyId, { ...passkey });
    },
    async find(passkeyId) {
      const passkey = passkeys.get(passkeyId);
      return passkey === undefined ? null : { ...passkey };
    },
    async advance(passkeyId, counter) {
      const passkey = passkeys.get(passkeyId);
      if (passkey === undefined) return false;
      const isNext = counter > passkey.counter || (counter === 0 && passkey.counter === 0);
      if (isNext) passkeys.set(passkeyId, { ...passkey, counter });
      return isNext;
    },
    olderThan: async (before) =>
      [...passkeys.values()]
        .filter(({ at }) => at < before)
        .sort((a, b) => (`${a.at} ${a.passkeyId}` < `${b.at} ${b.passkeyId}` ? -1 : 1))
        .map(({ passkeyId, userId }) => ({ passkeyId, userId })),
    remove: async (passkeyId) => void passkeys.delete(passkeyId),
    async removeUser(userId) {
      for (const { passkeyId, userId: owner } of [...passkeys.values()])
        if (owner === userId) passkeys.delete(passkeyId);
    },
  };
}
