import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Collection, type Filter, MongoServerError, type OptionalUnlessRequiredId, type WithoutId } from 'mongodb';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { KeyedLock } from '../../../concurrency/keyedLock.ts';

/** Times that a change is tried, each after another process changed the document meanwhile; some 5 s. */
export const CHANGE_MAX_TRIES = 60;
/** Most milliseconds between two tries. */
const PAUSE_MAX_MS = 100;

const DUPLICATE_KEY = 11_000;

/** Whether an insert failed because there is such a document. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && isDuplicateCode(error.code);
}

/** Whether an error's code says that there is such a document. */
export function isDuplicateCode(code: unknown): boolean {
  return code === DUPLICATE_KEY;
}

/** A document that is changed as a whole. Its stamp is another one after every change, also if it was deleted between. */
export interface StampedDoc {
  readonly _id: string;
  readonly stamp: string;
}

/** Content of a document beside its key and its stamp. */
export type Content<Doc extends StampedDoc> = Omit<Doc, '_id' | 'stamp'>;

/** The result of a rule for a document: `next` replaces it, `null` deletes it, `undefined` leaves it as it is. */
export interface DocumentChange<Doc extends StampedDoc, Result> {
  readonly result: Result;
  readonly next?: Content<Doc> | null;
}

/** The rule of a change: what becomes of a document as it was read (`null`: there is none). Called once a try. */
export type ChangeRule<Doc extends StampedDoc, Result> = (
  before: Doc | null,
) => DocumentChange<Doc, Result> | Promise<DocumentChange<Doc, Result>>;

/** Changes one document by a rule, in one step of all processes. */
export type ChangeDocument = <Doc extends StampedDoc, Result>(
  collection: Collection<Doc>,
  id: string,
  rule: ChangeRule<Doc, Result>,
) => Promise<Result>;

/**
 * Makes the change of documents: each is read, and written only if it is still what was read (an insert if there was
 * none). The lock spares this process's calls repeated conflicts; correctness does not depend on it.
 */
export function createChangeDocument(locks: KeyedLock): ChangeDocument {
  return (collection, id, rule) =>
    locks.run(`${collection.collectionName} ${id}`, async () => {
      for (let tries = 0; tries < CHANGE_MAX_TRIES; tries += 1) {
        const before = await findById(collection, id);
        const { result, next } = await rule(before);
        if (next === undefined || (await write(collection, id, before, next))) return result;
        await forMajority(tries);
      }
      throw new Unavailable(`The document ${id} of ${collection.collectionName} is changed by too many at once.`);
    });
}

/**
 * Waits before what another process has just written is read again: it can be read only once a majority has it, and a
 * write meets it before that.
 *
 * @param tries from 0
 * @throws Unavailable after `CHANGE_MAX_TRIES`: the replica set has no majority, and may not get one again
 */
export async function forMajority(tries: number): Promise<void> {
  if (tries >= CHANGE_MAX_TRIES)
    throw new Unavailable('A write is not on a majority of the servers of MongoDB (MONGO_URL).');
  await setTimeout(Math.min(2 ** tries, PAUSE_MAX_MS));
}

async function findById<Doc extends StampedDoc>(collection: Collection<Doc>, id: string): Promise<Doc | null> {
  // A stored document is what was written: see `write`.
  return (await collection.findOne({ _id: id } as Filter<Doc>)) as Doc | null;
}

/** @returns `false`: the document is not what was read, and nothing was written */
async function write<Doc extends StampedDoc>(
  collection: Collection<Doc>,
  id: string,
  before: Doc | null,
  next: Content<Doc> | null,
): Promise<boolean> {
  const read = { _id: id, stamp: before?.stamp } as Filter<Doc>;
  if (next === null) return before === null || (await collection.deleteOne(read)).deletedCount === 1;
  const content = { ...next, stamp: randomUUID() };
  if (before !== null) {
    return (await collection.replaceOne(read, content as unknown as WithoutId<Doc>)).matchedCount === 1;
  }
  return insertNew(collection, { _id: id, ...content } as unknown as OptionalUnlessRequiredId<Doc>);
}

/** Inserts a document. @returns `false`: there is one with its key */
export async function insertNew<Doc extends { readonly _id: string }>(
  collection: Collection<Doc>,
  doc: OptionalUnlessRequiredId<Doc>,
): Promise<boolean> {
  try {
    await collection.insertOne(doc);
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}
