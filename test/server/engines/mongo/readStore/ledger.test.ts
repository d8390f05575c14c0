import { expect, it } from '@jest/globals';
import { type Collection, type Db, MongoNetworkError, MongoServerError } from 'mongodb';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { CheckpointMismatch } from '#projections/engine/readStore.ts';
import { Ledger } from '#server/engines/mongo/readStore/ledger.ts';
import type { BatchRecord, LiveRecord } from '#server/engines/mongo/readStore/records.ts';

const FIRST: LiveRecord = {
  ...{ _id: 'live', batch: 0, row: 0, checkpoint: START, epoch: 0, lineage: 'a', generations: [], collections: {} },
  ...{ feed: 'feed.a', floor: START, reducedRow: 0, era: null, retired: [] },
};

/** The records of a ledger in memory. */
function records() {
  let live = FIRST;
  const batches = new Map<number, BatchRecord>();
  /** Batches that a write meets and a read does not see: no majority has them. */
  const unseen = new Map<number, BatchRecord>();
  const sent: BatchRecord[] = [];
  let isCut = false;
  /** Until it resolves, the live record does not move. */
  let held: Promise<void> = Promise.resolve();
  const feed = {
    findOne: async ({ _id }: { readonly _id: number }) => batches.get(_id) ?? null,
    async insertOne(batch: BatchRecord) {
      sent.push(batch);
      if (isCut) throw new MongoNetworkError('the connection was cut');
      if (batches.has(batch._id) || unseen.has(batch._id)) throw new MongoServerError({ code: 11_000 });
      batches.set(batch._id, batch);
    },
  };
  const ofLive = {
    findOne: async () => live,
    async updateOne({ batch }: { readonly batch: number }, { $set }: { readonly $set: Partial<LiveRecord> }) {
      await held;
      if (batch === live.batch) live = { ...live, ...$set };
    },
  };
  const db = { collection: () => feed } as unknown as Db;
  return {
    batches,
    unseen,
    sent,
    open: () => new Ledger(db, ofLive as unknown as Collection<LiveRecord>, live, () => 0),
    cut: (is: boolean) => {
      isCut = is;
    },
    hold(until: Promise<void>) {
      held = until;
    },
  };
}

const upTo = (from: string, to: string) => ({ from, to, recording: null, rows: [], parked: [] });

it('[P7] a commit that lands long after its outcome was uncertain is no other writer, and its projector goes on', async () => {
  const { batches, sent, open, cut } = records();
  const ledger = open();
  cut(true);
  await expect(ledger.commit(upTo(START, 'b'))).rejects.toThrow(MongoNetworkError);
  cut(false);
  // The caller looks where it stands, and learns that nothing was written; then the server takes it after all.
  expect((await ledger.current()).checkpoint).toBe(START);
  const [late] = sent as [BatchRecord];
  batches.set(late._id, late);
  await expect(ledger.commit(upTo(START, 'c'))).rejects.toThrow(Unavailable);
  expect((await ledger.current()).checkpoint).toBe('b');
  expect((await ledger.commit(upTo('b', 'c'))).checkpoint).toBe('c');
});

it('a number that is taken by a batch which no majority has yet is tried again: it may be its own', async () => {
  const { batches, unseen, sent, open, cut } = records();
  const ledger = open();
  cut(true);
  await expect(ledger.commit(upTo(START, 'b'))).rejects.toThrow(MongoNetworkError);
  cut(false);
  const [late] = sent as [BatchRecord];
  unseen.set(late._id, late);
  await expect(ledger.commit(upTo(START, 'c'))).rejects.toThrow(Unavailable);
  unseen.clear();
  batches.set(late._id, late);
  expect((await ledger.current()).checkpoint).toBe('b');
});

it('a commit beside that of another writer is refused, also after one of its own was uncertain', async () => {
  const { open, cut } = records();
  const [ledger, other] = [open(), open()];
  cut(true);
  await expect(ledger.commit(upTo(START, 'b'))).rejects.toThrow(MongoNetworkError);
  cut(false);
  await other.commit(upTo(START, 'c'));
  await expect(ledger.commit(upTo(START, 'd'))).rejects.toThrow(CheckpointMismatch);
});

it('who asks while a commit is under way learns where it began, and applies nothing', async () => {
  const { batches, open, hold } = records();
  const ledger = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  hold(promise);
  const committing = ledger.commit(upTo(START, 'b'));
  while (batches.size === 0) await Promise.resolve();
  expect((await ledger.current()).checkpoint).toBe(START);
  resolve();
  expect((await committing).checkpoint).toBe('b');
});

it('who waits for a batch gets it, though others come faster than they are applied', async () => {
  const { batches, sent, open } = records();
  const [ledger, other] = [open(), open()];
  await other.commit(upTo(START, 'b'));
  const [first] = sent as [BatchRecord];
  batches.get = (number: number) => {
    if (number > 50) throw new Error('It goes on and on.');
    return { ...first, _id: number, to: `c${number}` };
  };
  expect((await ledger.reached(5)).checkpoint).toBe('c5');
});
