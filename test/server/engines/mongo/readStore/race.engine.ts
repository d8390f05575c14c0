import { afterAll, expect, it } from '@jest/globals';
import { eventDefinitions } from '#domain/registry.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { foldBatch, readsOfBatch } from '#projections/engine/foldBatch.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { CheckpointMismatch, type ReadStore } from '#projections/engine/readStore.ts';
import { refId } from '#projections/kernel/collection.ts';
import { compileFolds } from '#projections/kernel/foldTable.ts';
import { collections, projections } from '#projections/registry.ts';
import { type MongoReadStore, openMongoReadStore } from '#server/engines/mongo/readStore/readStore.ts';
import { HISTORY } from '#test/contract/readStoreBuild.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { wholeFeed } from '#test/projections/support/feed.ts';
import { foldAll } from '#test/projections/support/folded.ts';
import { connectionCut, interceptWrites } from './interceptWrites.ts';
import { testDatabase } from './openTestStore.ts';

/** Events of one batch, at most: so the two projectors cut the log at other places. */
const BATCH_MAX_EVENTS = 12;
/** Of this many writes one is cut off, before or after it takes effect. */
const WRITES_PER_CUT = 8;

const table = compileFolds(projections, eventDefinitions);
const head = HISTORY.at(-1)?.position ?? START;

/** Numbers from 0 to below `n`, always the same ones for a seed (mulberry32). */
function randomOf(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}

/** Folds the history into a store as a projector does, whatever becomes of its commits; it knows no lease. */
async function project(store: ReadStore, random: (n: number) => number): Promise<number> {
  let refused = 0;
  for (;;) {
    try {
      const { position } = await store.feedEnd();
      if (position >= head) return refused;
      const rest = HISTORY.filter((event) => event.position > position);
      const events = rest.slice(0, 1 + random(BATCH_MAX_EVENTS));
      const loaded = await store.load(readsOfBatch(table, events));
      const parked = new Map((await store.parked()).map((entry) => [refId(entry), entry]));
      await store.commit(foldBatch(table, position, events, loaded, parked));
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof CheckpointMismatch)) throw error;
      refused += 1;
    }
  }
}

describeOn('two projectors on one MongoDB', await startMongo(), (server) => {
  afterAll(() => server.dispose());

  it('a holder that was taken over from, and was halted, notes no era any more', async () => {
    const database = testDatabase(server);
    const halted = await openMongoReadStore(database, readModels);
    await halted.take(1);
    await halted.noteEra('of the first holder');
    const holder = await openMongoReadStore(database, readModels);
    await holder.take(2);
    await holder.noteEra('of the second holder');
    await halted.noteEra('of the first holder');
    const reader = await openMongoReadStore(database, readModels);
    expect(await reader.era()).toBe('of the second holder');
    for (const store of [halted, holder, reader]) await store.close();
  });

  it.each([1, 2, 3])(
    '[P4] [P5] lose and double nothing, though answers are lost all the time (seed %i)',
    async (seed) => {
      const database = testDatabase(server);
      const stores: MongoReadStore[] = [];
      for (const _ of [1, 2]) stores.push(await openMongoReadStore(database, readModels));
      const random = randomOf(seed);
      const restore = interceptWrites(database.database, async ({ send }) => {
        const fate = random(2 * WRITES_PER_CUT);
        if (fate === 0) throw connectionCut();
        const answer = await send();
        if (fate === 1) throw connectionCut();
        return answer;
      });
      const refused = await Promise.all(stores.map((store, n) => project(store, randomOf(seed * 100 + n))));
      restore();
      expect(Math.min(...refused)).toBeGreaterThan(0);

      const [store] = stores as [MongoReadStore];
      const folded = foldAll(HISTORY);
      const expected = [...collections.keys()].flatMap((name) => [...folded.all(name)]);
      const found = await store.get(expected.map(({ collection, key }) => ({ collection, key })));
      expect(found).toEqual(expected);
      expect(await wholeFeed(store)).toEqual(foldBatch(table, START, HISTORY, [], new Map()).rows);
      for (const each of stores) await each.close();
      await database.drop();
    },
  );
});
