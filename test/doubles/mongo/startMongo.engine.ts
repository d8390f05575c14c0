import { once } from 'node:events';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Db, type Long, MongoClient, MongoServerError } from 'mongodb';
import { describeOn } from '../describeOn.ts';
import { startMongo } from './startMongo.ts';

/** Documents of a command that takes its time, and characters of each. */
const MANY = 2_000;
const TEXT_CHARACTERS = 2_000;
/** Records of a collection that is followed: fewer than come with a first answer, and more. */
const FEW = 3;
const FOLLOWED = 150;
/** Milliseconds for which a question for further records may be held. In no test that passes its time ends. */
const HELD_MS = 30_000;
/** Milliseconds of a question whose time ends. */
const SHORT_MS = 300;
/** Commands that are answered while a question is held, and records that are followed. */
const MEANWHILE = 20;

interface Followed {
  readonly _id: number;
}

/** An answer to `find` and `getMore`. */
interface CursorAnswer {
  readonly cursor: {
    readonly id: Long;
    readonly firstBatch?: readonly Followed[];
    readonly nextBatch?: readonly Followed[];
  };
}

/** Asks at the end of a new collection, which has that many records. */
async function followEnd(db: Db, collection: string, count = FOLLOWED) {
  await db.createCollection(collection, { capped: true, size: 2 ** 20, max: 1_000 });
  await db.collection<Followed>(collection).insertMany(Array.from({ length: count }, (_, n) => ({ _id: n })));
  const find = { find: collection, tailable: true, awaitData: true };
  const { id, firstBatch = [] } = ((await db.command(find, { promoteLongs: false })) as CursorAnswer).cursor;
  async function more(maxTimeMS: number): Promise<readonly Followed[]> {
    const answer = (await db.command({ getMore: id, collection, maxTimeMS })) as CursorAnswer;
    return answer.cursor.nextBatch ?? [];
  }
  const found = [...firstBatch];
  while (found.length < count) found.push(...(await more(HELD_MS)));
  expect(found.map(({ _id }) => _id)).toEqual([...Array(count).keys()]);
  return more;
}

describeOn('the MongoDB double', await startMongo({ stoppable: true }), (server) => {
  const client = new MongoClient(server.url);
  const notes = client.db('double').collection<{ _id: string; n: number; text?: string }>('notes');
  afterAll(async () => {
    await client.close();
    await server.dispose();
  });

  it('keeps what it acknowledged when it is stopped, and when it is killed', async () => {
    await notes.insertOne({ _id: 'a', n: 1 });
    await server.stop();
    await server.restart();
    expect(await notes.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 });
    await notes.updateOne({ _id: 'a' }, { $set: { n: 2 } });
    await server.kill();
    await server.restart();
    expect(await notes.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 2 });
  });

  it('answers the greeting of a driver while a command takes its time, as MongoDB does', async () => {
    const other = new MongoClient(server.url);
    await other.connect();
    const many = Array.from({ length: MANY }, (_, n) => ({ _id: `many ${n}`, n, text: 'x'.repeat(TEXT_CHARACTERS) }));
    let isWriting = true;
    const writing = notes.insertMany(many).finally(() => {
      isWriting = false;
    });
    let greetings = 0;
    while (isWriting) {
      await other.db('admin').command({ hello: 1 });
      greetings += 1;
    }
    await writing;
    await other.close();
    // In one row with the other command there would be one before it, and one behind it.
    expect(greetings).toBeGreaterThan(5);
  });

  describe('a question for the next records of a collection that is followed', () => {
    const follower = new MongoClient(server.url, { monitorCommands: true });
    const followed = follower.db('double');
    afterAll(() => follower.close());

    it('is held while others are answered, until a record comes', async () => {
      const more = await followEnd(followed, 'held');
      const isAsked = once(follower, 'commandStarted');
      const answered: string[] = [];
      const asking = more(HELD_MS).then((records) => {
        answered.push('the question');
        return records;
      });
      await isAsked;
      for (let n = 0; n < MEANWHILE; n += 1) {
        await notes.insertOne({ _id: `meanwhile ${n}`, n });
        answered.push('another');
      }
      await client.db('double').collection<Followed>('held').insertOne({ _id: FOLLOWED });
      expect(await asking).toEqual([{ _id: FOLLOWED }]);
      expect(answered).toEqual([...Array.from({ length: MEANWHILE }, () => 'another'), 'the question']);
    });

    it('is held for the time that it names, and then has no record', async () => {
      const more = await followEnd(followed, 'short', FEW);
      const askedAt = performance.now();
      expect(await more(SHORT_MS)).toEqual([]);
      expect(performance.now() - askedAt).toBeGreaterThanOrEqual(SHORT_MS - 1);
    });

    it('has each record once and in its order, however short the time that it names', async () => {
      const more = await followEnd(followed, 'order', FEW);
      const records = client.db('double').collection<Followed>('order');
      const sent = Array.from({ length: MEANWHILE }, (_, n) => ({ _id: FEW + n }));
      let isSent = false;
      const sending = (async () => {
        for (const record of sent) await records.insertOne(record);
        isSent = true;
      })();
      const heard: Followed[] = [];
      for (let isOver = false; !isOver; ) {
        const wasSent = isSent;
        const batch = await more(1);
        heard.push(...batch);
        isOver = wasSent && batch.length === 0;
      }
      await sending;
      expect(heard).toEqual(sent);
    });

    it('ends with its cursor', async () => {
      const more = await followEnd(followed, 'ended');
      const isAsked = once(follower, 'commandStarted');
      const asking = expect(more(HELD_MS)).rejects.toBeInstanceOf(MongoServerError);
      await isAsked;
      await client.db('double').collection('ended').drop();
      await asking;
    });
  });
});
