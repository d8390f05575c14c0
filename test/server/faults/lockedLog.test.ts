import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUpMember, written } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;
let intruder: DatabaseSync;

beforeAll(async () => {
  server = await testServer();
  ada = await signUpMember(server, 'ada', await picture(20, 20));
  intruder = new DatabaseSync(join(server.dataDir, 'events.db'));
});
afterAll(async () => {
  intruder.close();
  await server.end();
});

const ready = async () => (await ada.ask('GET', '/health/ready')).json;
const post = (id: string) => ada.give('CreatePost', { text: written('Locked.'), media: [], category: 'all' }, id);

it('[P7] an event log that another program locks: commands wait, then are answered "try again"; nothing is lost or doubled', async () => {
  const [waited, tooLong] = [randomUUID(), randomUUID()];
  intruder.exec('BEGIN IMMEDIATE');
  const waiting = post(waited);
  // Reading does not wait for it.
  expect((await ada.ask('GET', '/api/topics/feed:ou')).status).toBe(200);
  expect((await ready()).ready).toBe(true);
  intruder.exec('ROLLBACK');
  expect((await waiting).ok).toBe(true);

  intruder.exec('BEGIN IMMEDIATE');
  expect((await post(tooLong)).error.code).toBe('UNAVAILABLE');
  expect((await ready()).parts.log).toMatch(/events\.db could not be used \(database is locked\)/);
  intruder.exec('ROLLBACK');
  const { ok, position } = await post(tooLong);
  expect(ok).toBe(true);
  await eventually(async () => (await ready()).ready);
  const { documents } = (await ada.ask('GET', `/api/topics/feed:ou?notBefore=${position}`)).json;
  const keys = documents.map(({ key }: { key: string }) => key);
  for (const id of [waited, tooLong]) {
    expect(keys.filter((key: string) => key === postIdOf(ada, id))).not.toEqual([]);
  }
});
