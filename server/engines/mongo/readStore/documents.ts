import { type Db, type Filter, MongoBulkWriteError, type Collection as MongoCollection } from 'mongodb';
import type { PageBounds } from '#projections/engine/readStore.ts';
import type { AnyCollection, QueryDeclaration, Versioned } from '#projections/kernel/collection.ts';
import { decodeDoc } from './codec.ts';
import type { DocumentRecord } from './records.ts';

/**
 * Updates in one command. FerretDB keeps a cursor open for each until the command ends, and stands still when it has no
 * more of them; MongoDB takes several such commands at once, so they cost it little.
 */
const UPDATES_MAX = 25;
/** The server's code for a key that is taken. */
const DUPLICATE_KEY = 11_000;

/** One generation of a collection, with documents as they are stored. Every call may be repeated. */
export interface Documents {
  get(keys: readonly string[]): Promise<readonly DocumentRecord[]>;
  query(query: string, values: readonly string[], page: PageBounds | null): Promise<readonly DocumentRecord[]>;
  /** Documents in key order, from after a key on, tombstones too. */
  scan(after: string, limit: number): Promise<readonly DocumentRecord[]>;
  /** Writes without a guard: for a generation that one build alone writes, which knows the documents that are there. */
  write(fresh: readonly DocumentRecord[], changed: readonly DocumentRecord[]): Promise<void>;
  /** Makes the indexes of the declared queries. */
  createIndexes(): Promise<void>;
}

/**
 * @param name of the generation in the database
 * @param declaration of the collection
 */
export function openDocuments(db: Db, name: string, declaration: AnyCollection): Documents {
  const documents = collectionOf(db, name);

  function declared(query: string): QueryDeclaration {
    const found = declaration.queries[query];
    if (found === undefined) throw new Error(`Collection ${declaration.name} declares no query ${query}.`);
    return found;
  }

  return {
    async get(keys) {
      const [key] = keys;
      if (key === undefined) return [];
      // FerretDB finds one key by its index, and several by reading all documents.
      return documents.find({ _id: keys.length === 1 ? key : { $in: [...keys] } }).toArray();
    },
    query(query, values, page) {
      const { equals, order } = declared(query);
      const filter = Object.fromEntries(equals.map((field, index) => [fieldPath(field), values[index]]));
      // A tombstone has no field that equals a value.
      const present = equals.length === 0 ? { doc: { $ne: null } } : {};
      const cursor = documents
        .find({ ...present, ...filter, ...rangeOf(order, page) } as Filter<DocumentRecord>)
        .sort(order === null ? { _id: 1 } : { [fieldPath(order)]: -1, _id: -1 });
      return (page === null ? cursor : cursor.limit(page.limit)).toArray();
    },
    scan: (after, limit) =>
      documents
        .find({ _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    async write(fresh, changed) {
      // A build that goes on after a failure repeats its last batch.
      const taken = new Set(await insertNew<string, DocumentRecord>(documents, fresh));
      for (const part of parts([...changed, ...fresh.filter(({ _id }) => taken.has(_id))], UPDATES_MAX)) {
        await documents.bulkWrite(
          part.map(({ _id, ...replacement }) => ({ replaceOne: { filter: { _id }, replacement } })),
          { ordered: false },
        );
      }
    },
    async createIndexes() {
      for (const [query, { equals, order }] of Object.entries(declaration.queries)) {
        const fields = equals.map((field) => [fieldPath(field), 1] as const);
        const ordering =
          order === null
            ? ([['_id', 1]] as const)
            : ([
                [fieldPath(order), -1],
                ['_id', -1],
              ] as const);
        await documents.createIndex(Object.fromEntries([...fields, ...ordering]), { name: query });
      }
    },
  };
}

function collectionOf(db: Db, name: string): MongoCollection<DocumentRecord> {
  return db.collection<DocumentRecord>(name, { ignoreUndefined: true });
}

export function toVersioned(collection: string, { _id, position, doc }: DocumentRecord): Versioned {
  return { collection, key: _id, position, doc: decodeDoc(doc) };
}

/** Inserts records; those whose `_id` is taken are left as they are. Returns the `_id`s of these. */
export async function insertNew<Id, Record extends { readonly _id: Id }>(
  collection: MongoCollection<Record>,
  records: readonly Record[],
): Promise<readonly Id[]> {
  if (records.length === 0) return [];
  try {
    await collection.insertMany(records as never, { ordered: false });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !isAllTaken(error)) throw error;
    return writeErrors(error).flatMap(({ index }) => records[index]?._id ?? []);
  }
}

function isAllTaken(error: MongoBulkWriteError): boolean {
  const errors = writeErrors(error);
  return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
}

function writeErrors({ writeErrors: errors }: MongoBulkWriteError) {
  return Array.isArray(errors) ? errors : [errors];
}

/**
 * Writes documents of a generation that are not there, or of an earlier batch: repeated or late writes change nothing.
 * It needs no declaration of the collection, which may be another release's.
 *
 * No upsert: a guard that does not hold would make one insert a second document, and be refused. A document that is
 * found missing was never written, because tombstones stay.
 *
 * @param name of the generation in the database
 */
export async function putDocuments(db: Db, name: string, batch: readonly DocumentRecord[]): Promise<void> {
  const documents = collectionOf(db, name);
  const ids = batch.map(({ _id }) => _id);
  const stored = await documents.find({ _id: { $in: ids } }, { projection: { batch: 1 } }).toArray();
  const known = new Map(stored.map(({ _id, batch: by }) => [_id, by]));
  const fresh = batch.filter(({ _id }) => !known.has(_id));
  const older = batch.filter(({ _id, batch: by }) => (known.get(_id) ?? by) < by);
  const [taken] = await Promise.all([
    insertNew<string, DocumentRecord>(documents, fresh),
    replaceOlder(documents, older),
  ]);
  // Another process has applied the same batch meanwhile, or a later one.
  await replaceOlder(
    documents,
    fresh.filter(({ _id }) => taken.includes(_id)),
  );
}

async function replaceOlder(
  documents: MongoCollection<DocumentRecord>,
  batch: readonly DocumentRecord[],
): Promise<void> {
  await Promise.all(
    parts(batch, UPDATES_MAX).map((part) =>
      documents.bulkWrite(
        part.map(({ _id, ...fields }) => ({
          updateOne: { filter: { _id, batch: { $lt: fields.batch } }, update: { $set: fields } },
        })),
        { ordered: false },
      ),
    ),
  );
}

function parts<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
}

function fieldPath(field: string): string {
  return `doc.${field}`;
}

function rangeOf(order: string | null, page: PageBounds | null): Readonly<Record<string, unknown>> {
  if (order === null || page === null) return {};
  const { below, atOrAbove } = page;
  const range = { ...(below === null ? {} : { $lt: below }), ...(atOrAbove === null ? {} : { $gte: atOrAbove }) };
  return Object.keys(range).length === 0 ? {} : { [fieldPath(order)]: range };
}
