import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { chatIdOf } from '#domain/chat/pair.ts';
import { namesOf } from '#projections/kernel/topic.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { boosted, documentIn, track } from '../impression/support.ts';
import { picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

/** Everything that hangs on a post, or on a conversation, goes with it: seen over HTTP, by those who saw it before. */

let server: TestServer;
let owner: Student;
let other: Student;
beforeAll(async () => {
  const rate = { perMinute: 100_000, burst: 100_000 };
  const rates = { commandsPerUser: rate, commandsPerAddress: rate, ofCommands: rate, requestsPerAddress: rate };
  server = await testServer({}, { rates });
  const face = await picture(40, 30);
  owner = await signUpMember(server, 'owner', face);
  other = await signUpMember(server, 'other', face);
});
afterAll(() => server.end());

const shows = async (student: Student, topic: string, text: string) =>
  (await student.ask('GET', `/api/topics/${topic}`)).text.includes(text);
const statusOf = async (address: string) => (await other.ask('GET', address)).status;

/** A post or message with a picture. @returns its id, and the address of the picture */
async function pictured(by: Student, folder: string, type: string, data: object) {
  const id = randomUUID();
  const key = postIdOf(by, id);
  const upload = await by.ask('PUT', `/api/uploads/${folder}/${key}`, { raw: await picture(40, 30) });
  const given = await by.give(type, { ...data, media: [upload.json.media] }, id);
  expect(given).toMatchObject({ ok: true });
  return { id: key, image: `/images/${folder}/${key}/${upload.json.media.name}` };
}

it('[DATA-13] a deleted post takes along comments, pictures, likes and saves, what is found, its ad and its counters', async () => {
  const words = [{ type: 'paragraph', children: [{ text: 'An astrolabe of brass.' }] }];
  const post = await pictured(owner, 'posts', 'CreatePost', { text: words, category: 'all' });
  const comment = await write(other, 'Is it old?', { root: post.id });
  expect(await owner.give('LikeComment', { commentId: comment })).toMatchObject({ ok: true });
  expect(await other.give('SavePost', { postId: post.id })).toMatchObject({ ok: true });
  const { adId } = await boosted(owner, 'An astrolabe', post.id);
  await track(other, post.id, ['view']);

  const search = '/api/search?show=latest&campus=ou&q=astrolabe';
  const counters = () => shows(owner, topicName.post(post.id), '"collection":"postFigures"');
  await eventually(counters);
  await eventually(async () => (await other.ask('GET', search)).text.includes(post.id));
  await eventually(() => shows(other, topicName.saved('ou', other.userId), post.id));
  await eventually(() => shows(owner, topicName.post(post.id), '"collection":"likes"'));
  expect(await statusOf(post.image)).toBe(200);

  expect(await owner.give('DeletePost', { postId: post.id })).toMatchObject({ ok: true });
  for (const topic of [topicName.post(post.id), topicName.likedBy(post.id)]) {
    await eventually(async () => (await statusOf(`/api/topics/${topic}`)) === 410);
  }
  await eventually(async () => (await statusOf(post.image)) === 404);
  await eventually(async () => !(await other.ask('GET', search)).text.includes(post.id));
  for (const topic of [topicName.saved('ou', other.userId), topicName.me(other.userId), topicName.sponsored('ou')]) {
    await eventually(async () => !(await shows(other, topic, `"key":"${post.id}`)));
  }
  await eventually(async () => !(await shows(owner, topicName.someComments('ou', namesOf([comment])), comment)));
  await eventually(async () => {
    const ad = (await documentIn(owner, topicName.ad(adId), adId)) as { readonly status: string };
    return ad.status === 'stopped';
  });
  expect(await counters()).toBe(false);
});

it('[DATA-13] a deleted conversation takes along its messages and their pictures', async () => {
  expect(await owner.give('StartChat', { userId: other.userId })).toMatchObject({ ok: true });
  const chatId = chatIdOf(owner.userId, other.userId);
  const message = await pictured(owner, 'messages', 'SendMessage', { chatId, text: 'In the attic', postId: null });
  await eventually(async () => (await statusOf(message.image)) === 200);
  await eventually(() => shows(other, topicName.messages(chatId, '1'), message.id));
  expect(await other.give('DeleteChat', { chatId, round: 1 })).toMatchObject({ ok: true });
  await eventually(async () => (await statusOf(`/api/topics/${topicName.messages(chatId, '1')}`)) === 404);
  await eventually(async () => (await statusOf(message.image)) === 404);
});
