import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { callControl } from '#server/roles/control.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;
let folder: string;

beforeAll(async () => {
  server = await testServer();
  ada = await signUpMember(server, 'ada', await picture(80, 60));
  folder = join(server.dataDir, 'media');
});
afterAll(() => server.end());

const ready = async () => (await ada.ask('GET', '/health/ready')).json;

async function upload(commandId: string) {
  return ada.ask('PUT', `/api/uploads/posts/${postIdOf(ada, commandId)}`, { raw: await picture(40, 30) });
}

it('[P7] [P10] a media folder that vanishes: readiness says so, what needs it waits, the rest goes on, nothing is lost', async () => {
  const kept = randomUUID();
  const media = (await upload(kept)).json.media;
  const post = await write(ada, 'With a picture.', { media: [media] }, kept);
  const image = `/images/posts/${post}/${media.name}`;
  expect((await ada.ask('GET', image)).status).toBe(200);
  const draft = randomUUID();
  const drafted = (await upload(draft)).json.media;

  await rename(folder, `${folder}-away`);
  const said = await ready();
  expect([said.ready, said.parts.media]).toEqual([
    false,
    `The media folder ${folder} can't be used (ENOENT). Bring it back; nothing is lost.`,
  ]);

  // An uncertain outcome says so: a picture that can't be seen is not a missing one.
  const refused = await upload(draft);
  expect([refused.status, refused.json.error.code]).toEqual([503, 'UNAVAILABLE']);
  const command = { text: [{ type: 'paragraph', children: [{ text: 'Later.' }] }], media: [drafted], category: 'all' };
  expect((await ada.give('CreatePost', command, draft)).error.code).toBe('UNAVAILABLE');
  await write(ada, 'Without a picture.');
  expect((await ada.give('DeletePost', { postId: post })).ok).toBe(true);
  await eventually(async () => (await ready()).parts['reactor:cascade'] !== 'ready');

  await rename(`${folder}-away`, folder);
  expect((await ada.give('CreatePost', command, draft)).ok).toBe(true);
  // The cascade retries by itself and deletes the deleted post's picture.
  await eventually(async () => (await ready()).ready);
  expect((await ada.ask('GET', image)).status).toBe(404);
  expect((await ada.ask('GET', `/images/posts/${postIdOf(ada, draft)}/${drafted.name}`)).status).toBe(200);
});

it('[P10] erasing somebody while the media folder is away is not said to be done, and is done when it is back', async () => {
  const bob = await signUpMember(server, 'bob', await picture(60, 60));
  const me = (await bob.ask('GET', `/api/topics/person:${bob.userId}`)).json;
  const { picture: photo } = me.documents.find(({ collection }: { collection: string }) => collection === 'people').doc;
  const image = `/images/profilePics/${bob.userId}/${photo.name}`;
  expect((await ada.ask('GET', image)).status).toBe(200);
  await rename(folder, `${folder}-away`);
  let isDone = false;
  const erased = callControl(await controlOf(server.dataDir), 'erase', { userId: bob.userId }).then(() => {
    isDone = true;
  });
  await eventually(async () => (await ready()).parts['reactor:erasure'] !== 'ready');
  expect(isDone).toBe(false);
  await rename(`${folder}-away`, folder);
  await erased;
  expect((await ada.ask('GET', image)).status).toBe(404);
});
