import { expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { openMongo } from '#server/engines/mongo/connection.ts';
import { oldServer } from './oldServer.ts';

/** Version of the wire protocol of MongoDB 8. */
const WIRE_VERSION = 25;
/** Commands: more than one process has under way at a time. */
const MORE_THAN_AT_ONCE = 40;

/** Milliseconds of a command's turn: connecting has to end within them too, on a busy machine as well. */
const TURN_MS = 5_000;

const message = (url: string) => openMongo({ url }).then(String, (error: Error) => error.message);

it.each([
  'mongodb://quad:s3cret/quad',
  'mongodb://quad:s3cret,mongo:27017/quad',
  'mongodb://quad:s3cret/x@mongo:27017/quad',
  'mongodb://quad:s3%cret@mongo:27017/quad',
  'mongodb://quad:x?s3cret=1@mongo:27017/quad',
])('[P9] the message about a connection string repeats no password (%s)', async (url) => {
  const said = await message(url);
  expect(said).toMatch(/^MONGO_URL is no connection string of MongoDB: /);
  expect(said).not.toContain('s3');
});

it('the message about a connection string says the reason where it is no secret', async () => {
  expect(await message('mongodb://quad:s3cret@mongo/quad?tlss=true')).toContain('option tlss is not supported');
});

it('what waits for its turn at a server that has come to a stop ends, and does not pile up', async () => {
  const server = await oldServer(WIRE_VERSION, 'find');
  const url = `mongodb://127.0.0.1:${server.port}/quad`;
  const { db, explain, close } = await openMongo({ url, turnMs: TURN_MS });
  const asked = Promise.allSettled(Array.from({ length: MORE_THAN_AT_ONCE }, () => db.collection('c').findOne()));
  const first = await Promise.race(
    Array.from({ length: MORE_THAN_AT_ONCE }, () => db.collection('c').findOne().catch(explain)),
  );
  expect(first).toBeInstanceOf(Unavailable);
  expect(String(first)).toContain(`MongoDB at 127.0.0.1:${server.port} (MONGO_URL) cannot be used now`);
  await close();
  server.close();
  await asked;
});

it('[P9] hosts that are looked up by the name of a cluster, which is not known, are Unavailable by that name', async () => {
  const error = await openMongo({ url: 'mongodb+srv://quad:s3cret@cluster.quad.invalid/quad' }).catch(
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(Unavailable);
  const { message: said } = error as Error;
  expect(said).toMatch(/^MongoDB at cluster\.quad\.invalid \(MONGO_URL\) cannot be used now: querySrv /);
  expect(said).not.toContain('s3cret');
});

it('[P9] a certificate that cannot be read is refused by its path and by the variable that names it', async () => {
  const url = 'mongodb://quad:s3cret@127.0.0.1:1/quad?tls=true&tlsCAFile=/nowhere/ca.pem';
  const error = await openMongo({ url }).catch((e: unknown) => e);
  expect(error).toMatchObject({ name: 'EngineRefused', code: 'BAD_URL', variable: 'MONGO_URL' });
  expect((error as Error).message).toBe(
    "MONGO_URL can't be used for MongoDB at 127.0.0.1:1: the file /nowhere/ca.pem can't be read.",
  );
});
