import { createSecretKey } from 'node:crypto';
import { openValue, sealValue } from '../log/sealedValue.ts';
import { KeyMissing, SubjectDestroyed } from '../log/subjectKeys.ts';
import type { Vault } from '../ports/vault.ts';

/** Prefix of a sealed value; bcrypt's hashes begin with `$2`. */
const SEALED = 'sealed:';

/**
 * Adds sealing of password hashes and of nouns' secret records under their user's key to a vault. An engine may leave a deleted row in a
 * split page or in its write-ahead log; once the key is destroyed, nobody can read it (P10). Plain hashes of an earlier
 * release are still read.
 */
export function sealCredentials(vault: Vault): Vault {
  const { keys, credentials } = vault;

  /** @param place to which the value is bound @throws SubjectDestroyed */
  async function seal(userId: string, place: string, value: string): Promise<string> {
    const key = await keys.obtain(userId);
    if (key === null) throw new SubjectDestroyed(userId);
    return `${SEALED}${sealValue(createSecretKey(key), `${place}\n${userId}`, value)}`;
  }
  /** `null`: the user was erased. @throws KeyMissing */
  async function open(userId: string, place: string, value: string): Promise<string | null> {
    if (!value.startsWith(SEALED)) return value;
    const key = (await keys.find([userId])).get(userId);
    if (key === 'destroyed') return null;
    if (key === undefined) throw new KeyMissing(userId);
    return String(openValue(createSecretKey(key), `${place}\n${userId}`, value.slice(SEALED.length)));
  }

  return {
    ...vault,
    credentials: {
      ...credentials,
      async put(userId, passwordHash, commandId, at, over) {
        return credentials.put(userId, await seal(userId, 'credentials', passwordHash), commandId, at, over);
      },
      async find(userId) {
        const found = await credentials.find(userId);
        if (found === null) return null;
        const passwordHash = await open(userId, 'credentials', found.passwordHash);
        return passwordHash === null ? null : { ...found, passwordHash };
      },
    },
    shelf: (noun) => {
      const shelf = vault.shelf(noun);
      // Releases before shelves bound passkeys to `passkeys <id>`.
      const placeOf = (id: string) => `${noun}s ${id}`;
      return {
        ...shelf,
        async add(record) {
          const { id, subject, secret } = record;
          await shelf.add({ ...record, secret: await seal(subject, placeOf(id), secret) });
          // An erasure may have cleared the shelves in between: what stands there now would stay for good.
          if ((await keys.find([subject])).get(subject) !== 'destroyed') return;
          await shelf.remove(id);
          throw new SubjectDestroyed(subject);
        },
        async find(id) {
          const found = await shelf.find(id);
          if (found === null) return null;
          const secret = await open(found.subject, placeOf(id), found.secret);
          return secret === null ? null : { ...found, secret };
        },
      };
    },
  };
}
