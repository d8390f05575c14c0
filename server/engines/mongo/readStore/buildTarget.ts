import type { Db } from 'mongodb';
import type { FeedRow, Parked } from '#projections/engine/readStore.ts';
import { type AnyCollection, type DocumentRef, refId, type Versioned } from '#projections/kernel/collection.ts';
import type { Read } from '#projections/kernel/projection.ts';
import { encodeDoc } from './codec.ts';
import { type Documents, insertNew, openDocuments, toVersioned } from './documents.ts';
import { nameOf } from './ledger.ts';
import { COLLECTIONS, type DocumentRecord, generationName, type ParkedRecord } from './records.ts';

/** Number of no batch: documents of a build are older than every batch that is committed after the swap. */
const NO_BATCH = 0;

/** Generations of some collections that one build alone reads and writes; or live ones, for a comparison. */
export interface GenerationDocuments {
  load(reads: readonly Read[]): Promise<readonly Versioned[]>;
  get(refs: readonly DocumentRef[]): Promise<ReadonlyMap<string, Versioned>>;
  scan(collection: string, after: string, limit: number): Promise<readonly Versioned[]>;
  /** Writes each document as of its newest row. `known`: `refId`s of those that are there already. */
  write(rows: readonly WrittenRow[], known: ReadonlySet<string>): Promise<void>;
  park(entries: readonly Parked[]): Promise<void>;
}

type WrittenRow = Pick<FeedRow, 'collection' | 'key' | 'position' | 'doc'>;

/** @param names in the database of each collection's generation */
export function openGenerations(
  db: Db,
  declarations: ReadonlyMap<string, AnyCollection>,
  names: Readonly<Record<string, string>>,
): GenerationDocuments {
  function documents(collection: string): Documents {
    const declaration = declarations.get(collection);
    if (declaration === undefined) throw new Error(`There is no collection ${collection}.`);
    return openDocuments(db, nameOf(collection, names), declaration);
  }

  async function byRef(refs: readonly DocumentRef[]): Promise<readonly Versioned[]> {
    const byCollection = Map.groupBy(refs, ({ collection }) => collection);
    const found = [...byCollection].map(async ([collection, wanted]) => {
      const records = await documents(collection).get(wanted.map(({ key }) => key));
      return records.map((record) => toVersioned(collection, record));
    });
    return (await Promise.all(found)).flat();
  }

  async function byQuery({ collection, query, values }: Exclude<Read, DocumentRef>): Promise<readonly Versioned[]> {
    return (await documents(collection).query(query, values, null)).map((record) => toVersioned(collection, record));
  }

  return {
    async load(reads) {
      const refs = byRef(reads.filter((read) => 'key' in read));
      const queries = reads.flatMap((read) => ('key' in read ? [] : [byQuery(read)]));
      return (await Promise.all([refs, ...queries])).flat();
    },
    get: async (refs) => new Map((await byRef(refs)).map((document) => [refId(document), document])),
    scan: async (collection, after, limit) =>
      (await documents(collection).scan(after, limit)).map((record) => toVersioned(collection, record)),
    async write(rows, known) {
      const newest = new Map(rows.map((row) => [refId(row), row]));
      const byCollection = Map.groupBy(newest.values(), ({ collection }) => collection);
      const writes = [...byCollection].map(([collection, changed]) => {
        const { true: there = [], false: fresh = [] } = Object.groupBy(changed, (row) => `${known.has(refId(row))}`);
        return documents(collection).write(fresh.map(toRecord), there.map(toRecord));
      });
      await Promise.all(writes);
    },
    async park(entries) {
      const records = entries.map((entry): ParkedRecord => {
        const generation = nameOf(entry.collection, names);
        return { _id: generationName(generation, entry.key), generation, ...entry };
      });
      await insertNew<string, ParkedRecord>(db.collection<ParkedRecord>(COLLECTIONS.parked), records);
    },
  };
}

function toRecord({ key, position, doc }: WrittenRow): DocumentRecord {
  return { _id: key, position, batch: NO_BATCH, doc: encodeDoc(doc) };
}
