import type { Collection, Db } from 'mongodb';
import { shelfKey } from '../../../ports/shelf.ts';
import { insertNew } from './changeDocument.ts';
import type { VaultCollections } from './collections.ts';

/** A passkey as earlier releases kept it, in a collection of its own. */
interface FormerPasskey {
  /** Passkey id. */
  readonly _id: string;
  readonly userId: string;
  readonly credential: string;
  readonly counter: number;
  readonly at: string;
}

/** Name that the noun has for ever. */
const NOUN = 'passkey';
/** Passkeys that are looked at together. */
const TAKEN_AT_ONCE = 1_000;

/**
 * Puts the passkeys of an earlier release on the shelf of their noun, whenever a vault is opened: processes of the earlier
 * release may add more while they run beside. Their collection stays, so that the earlier release can take over again;
 * only what belongs to erased people is deleted there. A passkey that was removed meanwhile comes back with it, opens
 * nothing, because no event names it, and is swept.
 */
export async function takeFormerPasskeys(
  db: Db,
  collections: Pick<VaultCollections, 'shelves' | 'keys'>,
): Promise<void> {
  const former = formerPasskeys(db);
  for (let after = ''; ; ) {
    const page = await former
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(TAKEN_AT_ONCE)
      .toArray();
    await takePage(former, page, collections);
    const last = page.at(-1);
    if (last === undefined || page.length < TAKEN_AT_ONCE) return;
    after = last._id;
  }
}

/** Deletes those of an erased person at once. */
export async function forgetFormerPasskeys(db: Db, userId: string): Promise<void> {
  await formerPasskeys(db).deleteMany({ userId });
}

const formerPasskeys = (db: Db) => db.collection<FormerPasskey>('vault_passkeys');

async function takePage(
  former: Collection<FormerPasskey>,
  page: readonly FormerPasskey[],
  { shelves, keys }: Pick<VaultCollections, 'shelves' | 'keys'>,
): Promise<void> {
  const destroyed = await keys.find({ _id: { $in: page.map(({ userId }) => userId) }, key: null }).toArray();
  const erased = new Set(destroyed.map(({ _id }) => _id));
  if (erased.size > 0) await former.deleteMany({ userId: { $in: [...erased] } });
  const docs = page
    .filter(({ userId }) => !erased.has(userId))
    .map(({ _id: id, userId: subject, credential: secret, counter, at }) => {
      const _id = shelfKey(NOUN, id);
      return { _id, noun: NOUN, subject, secret, counter, at };
    });
  const shelved = await shelves.find({ _id: { $in: docs.map(({ _id }) => _id) } }).toArray();
  const known = new Set(shelved.map(({ _id }) => _id));
  // Another process may be doing the same.
  for (const doc of docs) if (!known.has(doc._id)) await insertNew(shelves, doc);
}
