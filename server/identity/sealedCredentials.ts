import { createSecretKey } from 'node:crypto';
import { openValue, sealValue } from '../log/sealedValue.ts';
import { KeyMissing, SubjectDestroyed } from '../log/subjectKeys.ts';
import type { Vault } from '../ports/vault.ts';

/** Prefix of a sealed hash; bcrypt's own begin with `$2`. */
const SEALED = 'sealed:';
const placeOf = (userId: string) => `credentials\n${userId}`;

/**
 * Adds sealing of password hashes under their user's key to a vault. An engine may leave a deleted row in a split page
 * or in its write-ahead log; once the key is destroyed, nobody can read it (P10). Plain hashes of an earlier release
 * are still read.
 */
export function sealCredentials(vault: Vault): Vault {
  const { keys, credentials } = vault;
  return {
    ...vault,
    credentials: {
      ...credentials,
      async put(userId, passwordHash, commandId, at, over) {
        const key = await keys.obtain(userId);
        if (key === null) throw new SubjectDestroyed(userId);
        const sealed = sealValue(createSecretKey(key), placeOf(userId), passwordHash);
        return credentials.put(userId, `${SEALED}${sealed}`, commandId, at, over);
      },
      async find(userId) {
        const found = await credentials.find(userId);
        if (found === null || !found.passwordHash.startsWith(SEALED)) return found;
        const key = (await keys.find([userId])).get(userId);
        if (key === 'destroyed') return null;
        if (key === undefined) throw new KeyMissing(userId);
        const sealed = found.passwordHash.slice(SEALED.length);
        return { ...found, passwordHash: String(openValue(createSecretKey(key), placeOf(userId), sealed)) };
      },
    },
  };
}
