import { expect, it } from '@jest/globals';
import { openMongo } from '#server/engines/mongo/connection.ts';

const message = (url: string) => openMongo({ url }).then(String, (error: Error) => error.message);

it.each([
  'mongodb://quad:s3cret/quad',
  'mongodb://quad:s3cret,mongo:27017/quad',
  'mongodb://quad:s3cret/x@mongo:27017/quad',
  'mongodb://quad:s3%cret@mongo:27017/quad',
])('[P9] the message about a connection string repeats no password (%s)', async (url) => {
  const said = await message(url);
  expect(said).toMatch(/^MONGO_URL is no connection string of MongoDB: /);
  expect(said).not.toContain('s3');
});

it('the message about a connection string says the reason where it is no secret', async () => {
  expect(await message('mongodb://quad:s3cret@mongo/quad?tlss=true')).toContain('option tlss is not supported');
});
