import type { Collection, FindCursor, WithId } from 'mongodb';
import type { FeedRow } from '#projections/engine/readStore.ts';
import { type DocumentRef, refId } from '#projections/kernel/collection.ts';
import { decodeDoc } from './codec.ts';
import type { BatchRecord, LiveRecord } from './records.ts';

/** Milliseconds for which the change feed keeps complete rows: a client that was away for less resumes from it. */
export const FEED_WHOLE_MS = 72 * 60 * 60 * 1_000;
/** Most batches that are reduced at a time, so that it stays short. */
const REDUCE_MAX_BATCHES = 50;
/** Batches that the server sends at a time: their documents may be large. */
const READ_BATCHES = 50;

/** Makes the indexes of a feed: by row, by topics that documents left, and by time. */
export async function createFeedIndexes(feed: Collection<BatchRecord>): Promise<void> {
  await feed.createIndex({ lastRow: 1 }, { name: 'lastRow' });
  await feed.createIndex({ left: 1, to: 1 }, { name: 'left' });
  await feed.createIndex({ at: 1 }, { name: 'at' });
}

/** About `limit` rows after one, of applied batches; and whether there are more. Rows of a position stay together. */
export async function rowsAfter(
  feed: Collection<BatchRecord>,
  row: number,
  { live, limit }: { readonly live: Pick<LiveRecord, 'batch'>; readonly limit: number },
): Promise<{ readonly rows: readonly FeedRow[]; readonly isCut: boolean }> {
  const rows: FeedRow[] = [];
  const batches = feed
    .find({ _id: { $lte: live.batch }, lastRow: { $gt: row } })
    .sort({ _id: 1 })
    .batchSize(READ_BATCHES);
  for await (const batch of batches) {
    const first = batch.lastRow - batch.rows.length;
    for (const next of batch.rows.slice(Math.max(0, row - first))) {
      const end = rows[limit - 1]?.position;
      if (end !== undefined && next.position > end) return { rows, isCut: true };
      rows.push({ ...next, doc: decodeDoc(next.doc) });
    }
  }
  return { rows, isCut: false };
}

/** Documents that left a topic at or after a position; some may be in it again. */
export async function leaversOf(
  feed: Collection<BatchRecord>,
  topic: string,
  position: string,
): Promise<readonly DocumentRef[]> {
  const batches = feed.find({ left: topic, to: { $gte: position } });
  return distinct(batches, (row) => row.position >= position && row.left.includes(topic));
}

/** Documents that changed after a position. */
export async function changedAfter(feed: Collection<BatchRecord>, position: string): Promise<readonly DocumentRef[]> {
  return distinct(feed.find({ to: { $gt: position } }), (row) => row.position > position);
}

/** Batches that are older than complete rows are kept, as many as are reduced at a time. */
export async function dueBatches(
  feed: Collection<BatchRecord>,
  { batch }: LiveRecord,
  now: number,
): Promise<readonly BatchRecord[]> {
  return feed
    .find({ at: { $lte: now - FEED_WHOLE_MS }, _id: { $lte: batch } })
    .sort({ _id: 1 })
    .limit(REDUCE_MAX_BATCHES)
    .toArray();
}

/** Reduces the rows of batches to (position, collection, key). Batches stay: their numbers are given once. */
export async function reduce(feed: Collection<BatchRecord>, batches: readonly BatchRecord[]): Promise<void> {
  for (const { _id, at: _at, left: _left, rows, ...kept } of batches) {
    const reduced = rows.map(({ position, collection, key }) => ({ position, collection, key }));
    await feed.replaceOne({ _id }, { ...kept, rows: reduced as unknown as readonly FeedRow[] });
  }
}

/** The documents of some rows, once each. Batches may be many and large: few of them are in memory at a time. */
async function distinct(
  batches: FindCursor<WithId<BatchRecord>>,
  isMeant: (row: FeedRow) => boolean,
): Promise<readonly DocumentRef[]> {
  const refs = new Map<string, DocumentRef>();
  for await (const { rows } of batches.batchSize(READ_BATCHES)) {
    for (const row of rows) {
      const { collection, key } = row;
      if (isMeant(row)) refs.set(refId(row), { collection, key });
    }
  }
  return [...refs.values()];
}
