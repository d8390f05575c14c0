import { afterAll, expect, it } from '@jest/globals';
import type { Commit, FeedRow } from '#projections/engine/readStore.ts';
import { FEED_WHOLE_MS } from '#server/engines/mongo/readStore/feed.ts';
import { openMongoReadStore } from '#server/engines/mongo/readStore/readStore.ts';
import { contractModels } from '#test/contract/readStore.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { testDatabase } from './openTestStore.ts';

const at = (n: number) => String(n).padStart(16, '0');
const row = (n: number, change: Partial<FeedRow> = {}): FeedRow => {
  const doc = { id: `n${n}`, author: 'ann', board: 'b', rank: '1', words: null };
  return {
    collection: 'notes',
    key: `n${n}`,
    position: at(n),
    before: null,
    doc,
    topics: ['board:b'],
    left: [],
    ...change,
  };
};
const batch = (n: number, rows: readonly FeedRow[]): Commit => ({
  from: at(n - 1),
  to: at(n),
  recording: null,
  rows,
  parked: [],
});

describeOn('the change feed on MongoDB', await startMongo(), (server) => {
  afterAll(() => server.dispose());

  it('[P5] keeps complete rows for 72 hours, and says so to a caller that asks for older ones', async () => {
    let now = 1_000;
    const { drop, ...database } = testDatabase(server);
    const store = await openMongoReadStore({ ...database, now: () => now }, contractModels);
    const begin = await store.feedEnd();
    await store.commit(batch(1, [row(1)]));
    const old = await store.commit(batch(2, [row(2, { left: ['board:b'], topics: [] })]));
    now += 60_000;
    await store.commit(batch(3, [row(3)]));
    now += FEED_WHOLE_MS - 60_001;
    await store.commit(batch(4, [row(4)]));
    expect(await store.feedFloor()).toBe(at(0));
    expect((await store.feedAfter(begin, 10))?.rows).toHaveLength(4);

    // A minute later at the latest the oldest two are due; the third is not.
    now += 60_000;
    const end = await store.commit(batch(5, [row(5)]));
    expect(await store.feedFloor()).toBe(at(2));
    expect(await store.feedAfter(begin, 10)).toBeNull();
    expect(await store.feedAfter(old, 10)).toEqual({ rows: [row(3), row(4), row(5)], end });
    expect(await store.leftSince('board:b', at(0))).toEqual([]);
    expect(await store.get([{ collection: 'notes', key: 'n1' }])).toHaveLength(1);

    // Numbers of batches are given once, reduced ones included.
    const again = await openMongoReadStore({ ...database, now: () => now }, contractModels);
    expect(await again.feedEnd()).toEqual(end);
    expect(await again.feedAfter(old, 10)).toEqual({ rows: [row(3), row(4), row(5)], end });
    await again.close();
    await store.close();
    await drop();
  });
});
