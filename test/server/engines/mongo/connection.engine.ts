import { describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { openMongo } from '#server/engines/mongo/connection.ts';
import { openMongoVault } from '#server/engines/mongo/vault/vault.ts';
import { EngineRefused } from '#server/ports/engineRefused.ts';
import { ADA, sampleSession } from '#test/contract/vaultSamples.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { databases } from './databases.ts';
import { oldServer } from './oldServer.ts';

/** Milliseconds to find a server: enough on the same machine. */
const SELECT_MS = 500;
/** Wire versions of MongoDB 4.0, which the driver refuses, and of 5.0, which Quad refuses. */
const OLD = [7, 13];

async function errorOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Error) return error;
  throw new Error('It did not fail.');
}

const refused = (url: string) => errorOf(openMongo({ url, selectMs: SELECT_MS }));

describe('MongoDB that is not configured well', () => {
  it.each([
    'localhost:27017',
    'mongodb://user:secret@',
    'mongodb://user:sec@ret@host/',
    'mongodb://user:secret@host:99999/',
    'https://user:secret@host/',
  ])('is refused with the variable to change and without the password: %s', async (url) => {
    const error = await refused(url);
    expect(error).toBeInstanceOf(EngineRefused);
    expect(error).toMatchObject({ code: 'BAD_URL', variable: 'MONGO_URL' });
    expect(error.message).toMatch(/^MONGO_URL is no connection string of MongoDB/);
    expect(error.message).not.toMatch(/secret|sec@ret/);
  });

  it.each(OLD)('of a release that is too old is refused by name (wire version %s)', async (version) => {
    const { port, close } = await oldServer(version);
    const error = await refused(`mongodb://127.0.0.1:${port}/`);
    close();
    expect(error).toMatchObject({ name: 'EngineRefused', code: 'WRONG_VERSION' });
    expect(error.message).toContain(`MongoDB at 127.0.0.1:${port} is too old: Quad needs 6.0 or newer`);
  });

  it('that does not answer is Unavailable, by its address', async () => {
    const error = await refused('mongodb://user:secret@127.0.0.1:1/');
    expect(error).toBeInstanceOf(Unavailable);
    expect(error.message).toMatch(/^MongoDB at 127\.0\.0\.1:1 \(MONGO_URL\) cannot be used now/);
    expect(error.message).not.toContain('secret');
  });
});

describeOn('MongoDB that goes and comes back', await startMongo({ stoppable: true }), (server) => {
  const { fresh, client } = databases(server);

  it('refuses wrong credentials by name', async () => {
    const error = await refused(server.url.replace('://', '://user:secret@'));
    expect(error).toMatchObject({ name: 'EngineRefused', code: 'WRONG_CREDENTIALS', variable: 'MONGO_URL' });
    expect(error.message).toMatch(/^MongoDB at 127\.0\.0\.1:\d+ refuses the user or the password of MONGO_URL/);
    expect(error.message).not.toContain('secret');
  });

  it('[P1] the vault says Unavailable while it is away, and has everything when it is back, without being opened again', async () => {
    const vault = await openMongoVault({ url: server.url, database: fresh(), selectMs: SELECT_MS });
    const key = await vault.keys.obtain(ADA);
    await vault.sessions.add(sampleSession());
    await vault.check();
    for (const end of [server.stop, server.kill]) {
      await end();
      const error = await errorOf(vault.keys.obtain(ADA));
      expect(error).toBeInstanceOf(Unavailable);
      expect(error.message).toMatch(/^MongoDB at 127\.0\.0\.1:\d+ \(MONGO_URL\) cannot be used now/);
      await expect(vault.check()).rejects.toThrow(Unavailable);
      await expect(vault.leases.acquire('projector', 'a', 1)).rejects.toThrow(Unavailable);
      await server.restart();
      expect(await vault.keys.obtain(ADA)).toEqual(key);
      expect(await vault.sessions.find(sampleSession().sessionId)).toEqual(sampleSession());
      await vault.check();
    }
    await vault.close();
  });

  it('a vault of a newer format is refused', async () => {
    const database = fresh();
    await (await openMongoVault({ url: server.url, database })).close();
    await client
      .db(database)
      .collection('vault_state')
      .updateOne({ number: 1 }, { $set: { number: 9 } });
    const error = await errorOf(openMongoVault({ url: server.url, database }));
    expect(error).toMatchObject({ name: 'EngineRefused', code: 'WRONG_VERSION' });
    expect(error.message).toMatch(/format 9.*up to 1.*newer release/);
  });
});
