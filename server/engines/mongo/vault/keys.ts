import { randomBytes } from 'node:crypto';
import { Binary, MongoBulkWriteError } from 'mongodb';
import type { KeyVault, Vault } from '../../../ports/vault.ts';
import { forMajority, insertNew, isDuplicate } from './changeDocument.ts';
import type { LogChanges, VaultCollections } from './collections.ts';

/** Bytes of a subject's key (AES-256) and of a secret (HMAC-SHA-256). */
const KEY_BYTES = 32;

const toBytes = (value: Binary): Uint8Array => Uint8Array.from(value.value());

/**
 * Keys of subjects: a document each, inserted once. Several that ask at once insert at once; one succeeds, the others
 * read its key. `log` destroys (`destroyKeys`).
 */
export function mongoKeys({ keys }: Pick<VaultCollections, 'keys'>, log: LogChanges): KeyVault {
  return {
    async obtain(subject) {
      for (let tries = 0; ; tries += 1) {
        const known = await keys.findOne({ _id: subject });
        if (known !== null) return known.key === null ? null : toBytes(known.key);
        const key = Uint8Array.from(randomBytes(KEY_BYTES));
        if (await insertNew(keys, { _id: subject, key: new Binary(key) })) return key;
        await forMajority(tries);
      }
    },
    async find(subjects) {
      const found = await keys.find({ _id: { $in: [...subjects] } }).toArray();
      return new Map(found.map(({ _id, key }) => [_id, key === null ? 'destroyed' : toBytes(key)]));
    },
    async destroy(subjects) {
      const known = await keys.find({ _id: { $in: [...subjects] }, key: null }).toArray();
      const destroyed = new Set(known.map(({ _id }) => _id));
      await log([...new Set(subjects)].filter((id) => !destroyed.has(id)).map((id) => ({ kind: 'key-destroyed', id })));
    },
  };
}

/**
 * Makes keys unreadable for good. Repeating it changes nothing. First every subject gets a document without a key, so
 * that nobody can insert one any more; then those that had one before lose it.
 */
export async function destroyKeys(
  { keys }: Pick<VaultCollections, 'keys'>,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  try {
    await keys.insertMany(
      subjects.map((subject) => ({ _id: subject, key: null })),
      { ordered: false },
    );
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !isDuplicate(error)) throw error;
    await keys.updateMany({ _id: { $in: [...subjects] } }, { $set: { key: null } });
  }
}

/** Secrets of this installation: a document each, inserted once. */
export function mongoSecret({ secrets }: Pick<VaultCollections, 'secrets'>): Vault['secret'] {
  return async (name) => {
    for (let tries = 0; ; tries += 1) {
      const known = await secrets.findOne({ _id: name });
      if (known !== null) return toBytes(known.value);
      if (!(await insertNew(secrets, { _id: name, value: new Binary(randomBytes(KEY_BYTES)) })))
        await forMajority(tries);
    }
  };
}
