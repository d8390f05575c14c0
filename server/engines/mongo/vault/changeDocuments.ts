import { randomUUID } from 'node:crypto';
import {
  type Collection,
  type Filter,
  MongoBulkWriteError,
  MongoServerError,
  type OptionalUnlessRequiredId,
  type WithoutId,
} from 'mongodb';
import { Unavailable } from '#projections/engine/eventLog.ts';
import {
  CHANGE_MAX_TRIES,
  type Content,
  type DocumentChange,
  forMajority,
  isDuplicateCode,
  type StampedDoc,
} from './changeDocument.ts';

/**
 * The rule of a change, for a document as it was read (`null`: there is none). It may be called again on a document that
 * it has changed already, and then has to give the same result.
 */
export type RepeatableRule<Doc extends StampedDoc, Result> = (before: Doc | null) => DocumentChange<Doc, Result>;

/** The writes that are to bring documents to their next content, by what they are. */
interface Writes<Doc extends StampedDoc> {
  readonly inserts: OptionalUnlessRequiredId<Doc>[];
  readonly replacements: { readonly filter: Filter<Doc>; readonly content: WithoutId<Doc>; readonly id: string }[];
  readonly removals: { readonly filter: Filter<Doc>; readonly id: string }[];
}

/**
 * Changes documents, each by its rule and in one step of all processes: all are read with one command, and written if
 * they are still what was read. One command inserts, one deletes; those that are replaced have one each, because FerretDB
 * holds a connection for each replacement of a command until its end, and stands still when it has no more.
 *
 * @param rules by the ids of the documents
 * @returns the results by id
 * @throws Unavailable they are changed by too many at once
 */
export async function changeDocuments<Doc extends StampedDoc, Result>(
  collection: Collection<Doc>,
  rules: ReadonlyMap<string, RepeatableRule<Doc, Result>>,
): Promise<ReadonlyMap<string, Result>> {
  const results = new Map<string, Result>();
  let left: ReadonlyMap<string, RepeatableRule<Doc, Result>> = rules;
  for (let tries = 0; left.size > 0; tries += 1) {
    if (tries === CHANGE_MAX_TRIES) {
      throw new Unavailable(`Documents of ${collection.collectionName} are changed by too many at once.`);
    }
    const found = await findAll(collection, [...left.keys()]);
    const writes: Writes<Doc> = { inserts: [], replacements: [], removals: [] };
    for (const [id, rule] of left) {
      const before = found.get(id) ?? null;
      const { result, next } = rule(before);
      results.set(id, result);
      if (next !== undefined) place(writes, id, before, next);
    }
    const failed = new Set(await writeAll(collection, writes));
    left = new Map([...left].filter(([id]) => failed.has(id)));
    if (left.size > 0) await forMajority(tries);
  }
  return results;
}

async function findAll<Doc extends StampedDoc>(
  collection: Collection<Doc>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Doc>> {
  // One batch: the rest of a larger one would be asked for apart, of the same server.
  const found = await collection.find({ _id: { $in: ids } } as Filter<Doc>, { batchSize: ids.length }).toArray();
  // A stored document is what was written: see `place`.
  return new Map(found.map((doc) => [String(doc._id), doc as unknown as Doc]));
}

function place<Doc extends StampedDoc>(
  { inserts, replacements, removals }: Writes<Doc>,
  id: string,
  before: Doc | null,
  next: Content<Doc> | null,
): void {
  const filter = { _id: id, stamp: before?.stamp } as Filter<Doc>;
  if (next === null) {
    if (before !== null) removals.push({ id, filter });
    return;
  }
  const content = { ...next, stamp: randomUUID() };
  if (before === null) inserts.push({ _id: id, ...content } as unknown as OptionalUnlessRequiredId<Doc>);
  else replacements.push({ id, filter, content: content as unknown as WithoutId<Doc> });
}

/** @returns ids of the documents that may not be written: they were not what was read */
async function writeAll<Doc extends StampedDoc>(
  collection: Collection<Doc>,
  { inserts, replacements, removals }: Writes<Doc>,
): Promise<readonly string[]> {
  // All have ended before it is said that one has failed: until then they may take effect.
  const ended = await Promise.allSettled([
    insertAllNew(collection, inserts),
    deleteAll(collection, removals),
    ...replacements.map(async ({ id, filter, content }) =>
      (await collection.replaceOne(filter, content)).matchedCount === 1 ? [] : [id],
    ),
  ]);
  return ended.flatMap((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

/** @returns all ids if one was not deleted: the server does not say which */
async function deleteAll<Doc extends StampedDoc>(
  collection: Collection<Doc>,
  removals: Writes<Doc>['removals'],
): Promise<readonly string[]> {
  if (removals.length === 0) return [];
  const operations = removals.map(({ filter }) => ({ deleteOne: { filter } }));
  const { deletedCount } = await collection.bulkWrite(operations, { ordered: false });
  return deletedCount === removals.length ? [] : removals.map(({ id }) => id);
}

/**
 * Inserts documents with one command. @returns the ids of those that it did not insert: there are such documents
 */
export async function insertAllNew<Doc extends StampedDoc>(
  collection: Collection<Doc>,
  docs: readonly OptionalUnlessRequiredId<Doc>[],
): Promise<readonly string[]> {
  if (docs.length === 0) return [];
  try {
    await collection.insertMany(docs, { ordered: false });
    return [];
  } catch (error) {
    return duplicatesOf(error).map((index) => String((docs[index] as unknown as Doc)._id));
  }
}

/**
 * Places in a batch of the writes that failed because there is such a document.
 * @throws the error if there is another one in it: one of a write, or that no majority has confirmed those that were made
 */
export function duplicatesOf(error: unknown): readonly number[] {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  const unconfirmed = error.result.getWriteConcernError();
  const failed = [error.writeErrors].flat();
  const other = unconfirmed ?? failed.find(({ code }) => !isDuplicateCode(code));
  // The batch's own error has the code of the first one in it.
  if (other !== undefined) throw new MongoServerError({ message: other.errmsg, code: other.code, cause: error });
  if (failed.length === 0) throw error;
  return failed.map(({ index }) => index);
}
