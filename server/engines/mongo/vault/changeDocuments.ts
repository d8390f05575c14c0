import { randomUUID } from 'node:crypto';
import {
  type AnyBulkWriteOperation,
  type Collection,
  type Filter,
  MongoBulkWriteError,
  MongoServerError,
  type OptionalUnlessRequiredId,
  type WithoutId,
} from 'mongodb';
import { type DocumentChange, forMajority, isDuplicateCode, type StampedDoc } from './changeDocument.ts';

/**
 * What becomes of a document as it was read (`null`: there is none). It may be called again on a document that it has
 * changed already, and then has to give the same result.
 */
export type RepeatableRule<Doc extends StampedDoc, Result> = (before: Doc | null) => DocumentChange<Doc, Result>;

/** The write that is to bring a document to its next content. */
interface Write<Doc extends StampedDoc> {
  /** The stamp that says it was made; `null`: it deletes the document. */
  readonly stamp: string | null;
  readonly operation: AnyBulkWriteOperation<Doc>;
}

/**
 * Changes documents, each by its rule and in one step of all processes, with two commands for all: one reads them, one
 * writes those that are still what was read. That one does not say which of them it wrote, so they are read again when
 * it did not write all.
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
  let sent = new Map<string, Write<Doc>>();
  let left = [...rules.keys()];
  for (let tries = 0; left.length > 0; tries += 1) {
    const found = await findAll(collection, left);
    const writes = new Map<string, Write<Doc>>();
    for (const id of left) {
      const before = found.get(id) ?? null;
      if (before !== null && before.stamp === sent.get(id)?.stamp) continue;
      const { result, next } = ruleOf(rules, id)(before);
      results.set(id, result);
      const write = next === undefined ? null : writeOf(id, before, next);
      if (write !== null) writes.set(id, write);
    }
    if (writes.size === 0 || (await writeAll(collection, [...writes.values()]))) break;
    await forMajority(tries);
    sent = writes;
    left = [...writes.keys()];
  }
  return results;
}

function ruleOf<Rule>(rules: ReadonlyMap<string, Rule>, id: string): Rule {
  const rule = rules.get(id);
  if (rule === undefined) throw new Error(`There is no rule for the document ${id}.`);
  return rule;
}

async function findAll<Doc extends StampedDoc>(
  collection: Collection<Doc>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Doc>> {
  const found = await collection.find({ _id: { $in: ids } } as Filter<Doc>).toArray();
  // A stored document is what was written: see `writeOf`.
  return new Map(found.map((doc) => [String(doc._id), doc as unknown as Doc]));
}

/** `null`: there is nothing to write. */
function writeOf<Doc extends StampedDoc>(
  id: string,
  before: Doc | null,
  next: Omit<Doc, '_id' | 'stamp'> | null,
): Write<Doc> | null {
  const filter = { _id: id, stamp: before?.stamp } as Filter<Doc>;
  if (next === null) return before === null ? null : { stamp: null, operation: { deleteOne: { filter } } };
  const stamp = randomUUID();
  const content = { ...next, stamp };
  if (before !== null) {
    const replacement = content as unknown as WithoutId<Doc>;
    return { stamp, operation: { replaceOne: { filter, replacement } } };
  }
  const insert = { insertOne: { document: { _id: id, ...content } } };
  return { stamp, operation: insert as unknown as AnyBulkWriteOperation<Doc> };
}

/** @returns whether all were made */
async function writeAll<Doc extends StampedDoc>(
  collection: Collection<Doc>,
  writes: readonly Write<Doc>[],
): Promise<boolean> {
  try {
    const operations = writes.map(({ operation }) => operation);
    const { insertedCount, matchedCount, deletedCount } = await collection.bulkWrite(operations, { ordered: false });
    return insertedCount + matchedCount + deletedCount === writes.length;
  } catch (error) {
    duplicatesOf(error);
    return false;
  }
}

/**
 * Inserts documents with one command. @returns the ids of those that it did not insert: there are such documents
 */
export async function insertAllNew<Doc extends StampedDoc>(
  collection: Collection<Doc>,
  docs: readonly OptionalUnlessRequiredId<Doc>[],
): Promise<readonly string[]> {
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
