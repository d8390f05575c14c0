import { randomUUID } from 'node:crypto';
import { afterAll } from '@jest/globals';
import { MongoClient } from 'mongodb';
import type { MongoServer } from '#test/doubles/mongo/startMongo.ts';

/** Databases of a suite's own; the server goes with the suite. Called inside a `describe`. */
export function databases(server: MongoServer) {
  const client = new MongoClient(server.url);
  afterAll(async () => {
    await client.close();
    await server.dispose();
  });
  return {
    client,
    /** A name that no other test uses. */
    fresh: () => `quad-${randomUUID()}`,
    drop: async (database: string) => {
      await client.db(database).dropDatabase();
    },
  };
}
