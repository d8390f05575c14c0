import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { CheckpointMismatch, type Commit, type FeedRow } from '#projections/engine/readStore.ts';
import { type MongoReadStore, openMongoReadStore } from '#server/engines/mongo/readStore/readStore.ts';
import { contractModels } from '#test/contract/readStore.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { wholeFeed } from '#test/projections/support/feed.ts';
import { connectionCut, interceptWrites } from './interceptWrites.ts';
import { testDatabase } from './openTestStore.ts';

const at = (n: number) => String(n).padStart(16, '0');
const note = (id: string, rank: string) => ({ id, author: 'ann', board: 'b', rank, words: null });
const row = (n: number, key: string, doc: unknown, change: Partial<FeedRow> = {}): FeedRow => {
  return { collection: 'notes', key, position: at(n), before: null, doc, topics: ['board:b'], left: [], ...change };
};
const first: Commit = {
  from: at(0),
  to: at(2),
  recording: null,
  rows: [row(1, 'n1', note('n1', '1')), row(2, 'n2', note('n2', '1'))],
  parked: [],
};
const second: Commit = {
  from: at(2),
  to: at(5),
  recording: null,
  rows: [
    row(3, 'n1', note('n1', '2'), { before: at(1) }),
    row(4, 'n2', null, { before: at(2), left: ['board:b'] }),
    row(4, 'n3', note('n3', '1')),
    row(5, 'n1', note('n1', '3'), { before: at(3) }),
  ],
  parked: [{ collection: 'counters', key: 'c1', position: at(5), error: 'why' }],
};
const refs = ['n1', 'n2', 'n3'].map((key) => ({ collection: 'notes', key }));

describeOn('commits on MongoDB that are broken off', await startMongo(), (server) => {
  let database: ReturnType<typeof testDatabase>;
  let opened: MongoReadStore[];
  let restore: () => void;
  const open = async () => {
    const store = await openMongoReadStore(database, contractModels);
    opened.push(store);
    return store;
  };
  const documents = async (store: MongoReadStore) =>
    (await store.get(refs)).map(({ key, position, doc }) => [key, position, (doc as { rank: string } | null)?.rank]);

  /** All of both batches, once each. */
  async function expectBoth(store: MongoReadStore): Promise<void> {
    expect(await store.checkpoint()).toBe(at(5));
    expect(await documents(store)).toEqual([
      ['n1', at(5), '3'],
      ['n2', at(4), undefined],
      ['n3', at(4), '1'],
    ]);
    expect(await wholeFeed(store)).toEqual([...first.rows, ...second.rows]);
    expect(await store.parked()).toEqual(second.parked);
    expect((await store.leftSince('board:b', at(3))).map(({ key }) => key)).toEqual(['n2']);
  }

  beforeEach(() => {
    database = testDatabase(server);
    opened = [];
    restore = () => undefined;
  });
  afterEach(async () => {
    restore();
    for (const store of opened) await store.close();
    await database.drop();
  });
  afterAll(() => server.dispose());

  /** Writes that one commit sends: the batch, new documents, changed ones, parked ones, and the live record. */
  const WRITES = 5;
  describe.each([
    ['before', false],
    ['after', true],
  ])('by a crash %s a write', (_when, isWritten) => {
    it.each(Array.from({ length: WRITES }, (_, n) => n + 1))('[P6] the %i.', async (nth) => {
      const dying = await open();
      await dying.commit(first);
      let writes = 0;
      restore = interceptWrites(database.database, async ({ send }) => {
        writes += 1;
        if (writes < nth) return send();
        if (writes === nth && isWritten) await send();
        throw connectionCut();
      });
      await expect(dying.commit(second)).rejects.toThrow(Unavailable);
      expect(writes).toBeGreaterThanOrEqual(nth);
      restore();

      const next = await open();
      if ((await next.checkpoint()) === at(2)) {
        expect(await documents(next)).toEqual([
          ['n1', at(1), '1'],
          ['n2', at(2), '1'],
        ]);
        expect(await wholeFeed(next)).toEqual(first.rows);
        await next.commit(second);
      }
      await expectBoth(next);
    });
  });

  it.each([1, 3, 5])(
    '[P7] the same process learns from the feed whether a batch stands, cut after write %i',
    async (nth) => {
      const store = await open();
      await store.commit(first);
      let writes = 0;
      restore = interceptWrites(database.database, async ({ send }) => {
        writes += 1;
        const isCut = writes === nth;
        const answer = await send();
        if (isCut) throw connectionCut();
        return answer;
      });
      await expect(store.commit(second)).rejects.toThrow(Unavailable);
      expect((await store.feedEnd()).position).toBe(at(5));
      await expectBoth(store);
    },
  );

  it.each(['after', 'before'])(
    '[P7] a batch that arrives after all, when it was given up, is not taken for a second projector (%s the next is begun)',
    async (when) => {
      const store = await open();
      await store.commit(first);
      let late: (() => Promise<unknown>) | null = null;
      restore = interceptWrites(database.database, async ({ send }) => {
        if (late !== null) return send();
        late = send;
        throw connectionCut();
      });
      await expect(store.commit(second)).rejects.toThrow(Unavailable);
      expect((await store.feedEnd()).position).toBe(at(2));
      if (when === 'after') await store.load([]);
      await (late as unknown as () => Promise<unknown>)();
      if (when === 'before') await store.load([]);
      await expect(store.commit(second)).rejects.toThrow(Unavailable);
      await expectBoth(store);
    },
  );

  it('[P7] a question while a batch is on its way does not hide that the batch was broken off', async () => {
    const store = await open();
    await store.commit(first);
    let writes = 0;
    restore = interceptWrites(database.database, async ({ send }) => {
      writes += 1;
      if (writes > 1) throw connectionCut();
      // As the search and the hub of the process ask, at any time.
      expect(await store.checkpoint()).toBe(at(2));
      return send();
    });
    await expect(store.commit(second)).rejects.toThrow(Unavailable);
    restore();
    expect((await store.feedEnd()).position).toBe(at(5));
    await expectBoth(store);
  });

  it('[P6] a projector that hangs in the middle of a batch changes nothing once another has gone on', async () => {
    const [hanging, other] = [await open(), await open()];
    await hanging.commit(first);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: hangs, resolve: hang } = Promise.withResolvers<void>();
    let writes = 0;
    restore = interceptWrites(database.database, async ({ db, send }) => {
      if (db.client !== hanging.parts.connection.db.client) return send();
      writes += 1;
      if (writes < 2) return send();
      hang();
      await released;
      return send();
    });
    const broken = hanging.commit(second);
    await hangs;
    await other.take(2);
    await other.commit({ from: at(5), to: at(6), recording: null, rows: [row(6, 'n1', note('n1', '4'))], parked: [] });
    release();
    await broken;
    expect(await documents(other)).toEqual([
      ['n1', at(6), '4'],
      ['n2', at(4), undefined],
      ['n3', at(4), '1'],
    ]);
    expect(await other.checkpoint()).toBe(at(6));
    const more: Commit = { from: at(5), to: at(7), recording: null, rows: [row(7, 'n3', null)], parked: [] };
    await expect(hanging.commit(more)).rejects.toThrow(CheckpointMismatch);
    expect(await wholeFeed(other)).toHaveLength(7);
  });

  it('[P6] a process of another release, which has other collections, finishes a batch too', async () => {
    const dying = await open();
    await dying.commit(first);
    let writes = 0;
    restore = interceptWrites(database.database, async ({ send }) => {
      writes += 1;
      if (writes > 1) throw connectionCut();
      return send();
    });
    await expect(dying.commit(second)).rejects.toThrow(Unavailable);
    restore();
    const projections = contractModels.projections.filter(({ name }) => name !== 'notes');
    const other = await openMongoReadStore(database, { projections });
    opened.push(other);
    expect(await other.checkpoint()).toBe(at(5));
    await expectBoth(await open());
  });

  it('[P6] refuses a writer of an older epoch, though it knows the checkpoint', async () => {
    const [old, next] = [await open(), await open()];
    await old.take(1);
    await old.commit(first);
    await next.take(2);
    await expect(old.commit(second)).rejects.toThrow(CheckpointMismatch);
    await expect(old.commit(second)).rejects.toThrow(CheckpointMismatch);
    await expect(old.take(1)).rejects.toThrow(CheckpointMismatch);
    expect(await wholeFeed(next)).toEqual(first.rows);
    await next.commit(second);
    await expectBoth(next);
  });

  it('[P5] [P8] answers with documents of a batch only when the batch is whole', async () => {
    const [writer, reader] = [await open(), await open()];
    await writer.commit(first);
    let writes = 0;
    // All of the batch is written but the live record, as by a projector that died there.
    restore = interceptWrites(database.database, async ({ send }) => {
      writes += 1;
      if (writes === WRITES) throw connectionCut();
      return send();
    });
    await expect(writer.commit(second)).rejects.toThrow(Unavailable);
    restore();
    expect(await reader.checkpoint()).toBe(at(2));
    expect(await documents(reader)).toContainEqual(['n1', at(5), '3']);
    expect(await reader.checkpoint()).toBe(at(5));
    expect((await reader.leftSince('board:b', at(3))).map(({ key }) => key)).toEqual(['n2']);
  });
});
