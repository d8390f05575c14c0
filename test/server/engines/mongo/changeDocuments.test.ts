import { expect, it } from '@jest/globals';
import { type BulkWriteResult, type Collection, MongoBulkWriteError, MongoServerError } from 'mongodb';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { explain } from '#server/engines/mongo/errors.ts';
import { insertAllNew } from '#server/engines/mongo/vault/changeDocuments.ts';

const DUPLICATE = 11_000;
const NO_MAJORITY = { code: 64, errmsg: 'waiting for replication timed out' };
const docs = ['a', 'b', 'c'].map((_id) => ({ _id, stamp: _id }));

/** A collection whose insert of several fails so. */
function failing(codes: readonly (readonly [index: number, code: number])[], unconfirmed?: typeof NO_MAJORITY) {
  const writeErrors = codes.map(([index, code]) => ({ index, code, errmsg: `error ${code}` }));
  const result = { getWriteConcernError: () => unconfirmed } as unknown as BulkWriteResult;
  const insertMany = async () => {
    const error = { message: 'failed', code: codes[0]?.[1], writeErrors } as unknown as MongoServerError;
    throw new MongoBulkWriteError(error, result);
  };
  return { insertMany } as unknown as Collection<(typeof docs)[number]>;
}

const errorOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => explain(error, 'host'));

it('an insert of several says which documents there are already', async () => {
  const known = [2, 0].map((index) => [index, DUPLICATE] as const);
  expect(await insertAllNew(failing(known), docs)).toEqual(['c', 'a']);
});

it('[P7] an insert without a majority is Unavailable, also beside documents that are there already', async () => {
  expect(await errorOf(insertAllNew(failing([], NO_MAJORITY), docs))).toBeInstanceOf(Unavailable);
  expect(await errorOf(insertAllNew(failing([[1, DUPLICATE]], NO_MAJORITY), docs))).toBeInstanceOf(Unavailable);
});

it('an error of another kind among them is not taken for a document that is there', async () => {
  const mixed = failing([
    [0, DUPLICATE],
    [1, 112],
  ]);
  expect(await errorOf(insertAllNew(mixed, docs))).toBeInstanceOf(Unavailable);
  const ofOurs = [
    [0, DUPLICATE],
    [1, 2],
  ] as const;
  expect(await errorOf(insertAllNew(failing(ofOurs), docs))).toBeInstanceOf(MongoServerError);
});
