import { afterAll, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { describeOn } from '../describeOn.ts';
import { startMongo } from './startMongo.ts';

/** Documents of a command that takes its time, and characters of each. */
const MANY = 2_000;
const TEXT_CHARACTERS = 2_000;

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
});
