import { expect, it } from '@jest/globals';
import { type Collection, MongoServerError } from 'mongodb';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { KeyDoc, SecretDoc } from '#server/engines/mongo/vault/collections.ts';
import { mongoKeys, mongoSecret } from '#server/engines/mongo/vault/keys.ts';

/** Milliseconds: the tries take some 5 s. */
const TIMEOUT_MS = 20_000;

/** A collection that holds a document which no majority has: a write meets it, a read does not see it. */
function pending<Doc extends object>(): Collection<Doc> {
  return {
    findOne: async () => null,
    insertOne: async () => {
      throw new MongoServerError({ message: 'duplicate key', code: 11_000 });
    },
  } as unknown as Collection<Doc>;
}

it(
  'gives up on what another process has written when no majority ever has it',
  async () => {
    const keys = mongoKeys({ keys: pending<KeyDoc>() }, async () => undefined);
    const secret = mongoSecret({ secrets: pending<SecretDoc>() });
    await Promise.all([
      expect(keys.obtain('ann')).rejects.toThrow(Unavailable),
      expect(secret('claim')).rejects.toThrow(Unavailable),
    ]);
  },
  TIMEOUT_MS,
);
