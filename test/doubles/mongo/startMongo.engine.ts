import { afterAll, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { describeOn } from '../describeOn.ts';
import { startMongo } from './startMongo.ts';

describeOn('the MongoDB double', await startMongo({ stoppable: true }), (server) => {
  const client = new MongoClient(server.url);
  const notes = client.db('double').collection<{ _id: string; n: number }>('notes');
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
});
