import { randomUUID } from 'node:crypto';
import { Binary, type Collection, type Filter, type OptionalUnlessRequiredId } from 'mongodb';
import type { IdRange, RecordKind, RecordVault, VaultRecords } from '../../../ports/vaultRecords.ts';
import type { CodesDoc, FailureDoc, OutcomeDoc, VaultCollections } from './collections.ts';

/** How the records of one kind stand in a collection. */
interface Kept<Kind extends RecordKind> {
  read(after: string, limit: number): Promise<readonly VaultRecords[Kind][]>;
  replace(range: IdRange, records: readonly VaultRecords[Kind][]): Promise<void>;
}

/** All records of the vault. A range is replaced in two steps, without a reader in between: no process uses the vault. */
export function mongoRecords(collections: VaultCollections): RecordVault {
  const { keys, secrets, credentials, shelves, sessions, codes, outcomes, checkpoints } = collections;
  const kinds: { readonly [Kind in RecordKind]: Kept<Kind> } = {
    secret: oneEach(secrets, {
      toRecord: ({ _id: id, value }) => ({ id, value: toBytes(value) }),
      toDoc: ({ id, value }) => ({ _id: id, value: new Binary(value) }),
    }),
    key: keptKeys(keys),
    credential: oneEach(credentials, {
      toRecord: ({ _id: id, passwordHash, commandId, at }) => ({ id, passwordHash, commandId, at }),
      toDoc: ({ id, ...content }) => ({ _id: id, ...content }),
    }),
    shelf: oneEach(shelves, {
      toRecord: ({ _id: id, ...content }) => ({ id, ...content }),
      toDoc: ({ id, ...content }) => ({ _id: id, ...content }),
    }),
    session: oneEach(sessions, {
      toRecord: ({ _id: id, ...content }) => ({ id, campus: '', ...content }),
      toDoc: ({ id, ...content }) => ({ _id: id, ...content }),
    }),
    codes: oneEach(codes, { toRecord: codesOf, toDoc: codesDoc }),
    attempts: keptAttempts(collections),
    outcome: oneEach(outcomes, { toRecord: outcomeOf, toDoc: outcomeDoc }),
    checkpoint: oneEach(checkpoints, {
      toRecord: ({ _id: id, position }) => ({ id, position }),
      toDoc: ({ id, position }) => ({ _id: id, position }),
    }),
  };
  return {
    read: (kind, after, limit) => kinds[kind].read(after, limit),
    replace: (kind, range, records) => kinds[kind].replace(range, records),
  };
}

const toBytes = (value: Binary): Uint8Array => Uint8Array.from(value.value());

const within = ({ after, through }: IdRange) => ({ $gt: after, ...(through === null ? {} : { $lte: through }) });

/** Records that are a document each. */
function oneEach<Doc extends { readonly _id: string }, Kind extends RecordKind>(
  collection: Collection<Doc>,
  codec: { toRecord(doc: Doc): VaultRecords[Kind]; toDoc(record: VaultRecords[Kind]): Doc },
): Kept<Kind> {
  return {
    async read(after, limit) {
      const found = await collection
        .find({ _id: { $gt: after } } as Filter<Doc>)
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map((doc) => codec.toRecord(doc as unknown as Doc));
    },
    async replace(range, records) {
      await collection.deleteMany({ _id: within(range) } as Filter<Doc>);
      const docs = records.map((record) => codec.toDoc(record) as OptionalUnlessRequiredId<Doc>);
      if (docs.length > 0) await collection.insertMany(docs);
    },
  };
}

/** Keys: the document of a destroyed one stays. */
function keptKeys(keys: VaultCollections['keys']): Kept<'key'> {
  const plain = oneEach<(typeof keys extends Collection<infer Doc> ? Doc : never) & { readonly _id: string }, 'key'>(
    keys,
    {
      toRecord: ({ _id: id, key }) => ({ id, key: key === null ? null : toBytes(key) }),
      toDoc: ({ id, key }) => ({ _id: id, key: key === null ? null : new Binary(key) }),
    },
  );
  return {
    read: plain.read,
    async replace(range, records) {
      const kept = await keys.find({ _id: within(range), key: null }).toArray();
      const destroyed = new Set(kept.map(({ _id }) => _id));
      await keys.deleteMany({ _id: { ...within(range), $nin: [...destroyed] } });
      const docs = records
        .filter(({ id }) => !destroyed.has(id))
        .map(({ id, key }) => ({ _id: id, key: key === null ? null : new Binary(key) }));
      if (docs.length > 0) await keys.insertMany(docs);
    },
  };
}

function codesOf({ _id: id, userId, codes }: CodesDoc): VaultRecords['codes'] {
  const [, purpose = '', ...target] = id.split(' ');
  return {
    id,
    userId,
    purpose: purpose as VaultRecords['codes']['purpose'],
    target: target.join(' '),
    codes: codes.map((code) => ({ ...code })),
  };
}

function codesDoc({ id, userId, codes }: VaultRecords['codes']): CodesDoc {
  return { _id: id, stamp: randomUUID(), userId, codes };
}

function outcomeOf({ _id: id, tries, outcome }: OutcomeDoc): VaultRecords['outcome'] {
  const [commandId = '', commandHash = ''] = id.split(' ');
  const sorted = tries.map((each) => ({ ...each })).sort((a, b) => (a.tryId < b.tryId ? -1 : 1));
  return { id, commandId, commandHash, tries: sorted, outcome };
}

function outcomeDoc({ id, tries, outcome }: VaultRecords['outcome']): OutcomeDoc {
  const instants = [...tries.map(({ begunAt }) => begunAt), ...(outcome === null ? [] : [outcome.at])].sort();
  return { _id: id, stamp: randomUUID(), tries, outcome, since: instants[0] ?? '' };
}

/** Failures: a document each, so those of a key are put together. */
function keptAttempts({ failures }: Pick<VaultCollections, 'failures'>): Kept<'attempts'> {
  async function keysAfter(after: string, limit: number): Promise<readonly string[]> {
    const keys: string[] = [];
    for (let last = after; keys.length < limit; ) {
      const [next] = await failures
        .find({ key: { $gt: last } })
        .sort({ key: 1 })
        .limit(1)
        .toArray();
      if (next === undefined) break;
      keys.push(next.key);
      last = next.key;
    }
    return keys;
  }
  return {
    async read(after, limit) {
      const keys = await keysAfter(after, limit);
      const last = keys.at(-1);
      if (last === undefined) return [];
      const found = await failures.find({ key: within({ after, through: last }) }).toArray();
      const groups = Map.groupBy(found, ({ key }) => key);
      return keys.map((id) => ({ id, failures: (groups.get(id) ?? []).map(({ at }) => at).sort() }));
    },
    async replace(range, records) {
      await failures.deleteMany({ key: within(range) });
      const docs = records.flatMap(({ id, failures: instants }) =>
        instants.map((at): FailureDoc => ({ _id: randomUUID(), key: id, at, tryId: null })),
      );
      if (docs.length > 0) await failures.insertMany(docs);
    },
  };
}
