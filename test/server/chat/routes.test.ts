import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { chatIdOf } from '#domain/chat/pair.ts';
import { CHAT_QUESTIONS_PER_USER } from '#server/chat/limits.ts';
import { callControl } from '#server/roles/control.ts';
import { SEARCH_DELAY_MS } from '#server/searchIndex/searchProjector.ts';
import { controlOf } from '../support/control.ts';
import { picture } from '../support/pictures.ts';
import { eventually, type Student, signUp, signUpMember } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;
let bob: Student;
let cyd: Student;

beforeAll(async () => {
  server = await testServer();
  const face = await picture(40, 30);
  [ada, bob, cyd] = [
    await signUpMember(server, 'ada', face),
    await signUpMember(server, 'bob', face),
    await signUpMember(server, 'cyd', face),
  ];
});
afterAll(() => server.end());

/** Milliseconds between two looks: questions are limited. */
const LOOK_MS = 100;

const users = (who: Student, query = '') => who.ask('GET', `/api/users${query}`);
const check = (who: Student, userId: string) => who.ask('GET', `/api/chats/check/${userId}`);

it('[CHAT-26] [CHAT-23] GET /api/users finds people of the site’s campus, with what a list of them shows and nothing private', async () => {
  // Slowly: her searches are limited.
  const found = await eventually(async () => {
    await pause(SEARCH_DELAY_MS);
    const { json } = await users(ada, '?q=ada');
    return json.users?.length === 2 && json;
  });
  // Never oneself (CHAT-16).
  expect(found.users.map(({ _id }: { _id: string }) => _id).sort()).toEqual([bob.userId, cyd.userId].sort());
  for (const user of found.users) {
    expect(Object.keys(user).sort()).toEqual(['_id', 'first_name', 'img', 'last_name', 'username']);
    expect(user).toMatchObject({ first_name: 'Ada', last_name: 'L.' });
    expect((await ada.ask('GET', user.img)).status).toBe(200);
  }
  const { text, headers } = await users(ada, '?q=ada');
  expect(headers['cache-control']).toBe('no-store');
  for (const secret of [bob.email, cyd.email, 'memberOf', 'phone']) expect(text).not.toContain(secret);
  const guest = await signUp(server, 'gus', 'Gus Guest');
  expect((await users(guest, '?q=ada')).json.error.code).toBe('EMAIL_NOT_CONFIRMED');
  expect((await users(ada, '?q=nobody')).json).toEqual({ users: [], more: false });
  // The same person at the site of another campus: nobody of hers is of that one.
  const away = server.browser('stanford.localhost');
  for (const [name, value] of ada.cookies) away.cookies.set(name, value);
  expect((await away.ask('GET', '/api/users?q=ada')).json).toEqual({ users: [], more: false });
});

it('[CHAT-26] GET /api/chats/check says which conversation one has with somebody, or nothing', async () => {
  expect((await check(ada, bob.userId)).json).toEqual({});
  expect((await users(ada)).json.users).toEqual([]);
  expect(await bob.give('StartChat', { userId: ada.userId })).toMatchObject({ ok: true });
  const chatId = chatIdOf(ada.userId, bob.userId);
  const own = await eventually(async () => {
    await pause(LOOK_MS);
    const { json } = await check(ada, bob.userId);
    return json._id !== undefined && json;
  });
  expect(own).toEqual({ _id: chatId });
  expect((await check(bob, ada.userId)).json).toEqual({ _id: chatId });
  // Of the conversations of others nobody learns anything, nor with oneself, nor with nobody.
  expect((await check(cyd, bob.userId)).json).toEqual({});
  for (const userId of [ada.userId, randomUUID()]) expect((await check(ada, userId)).json).toEqual({});
  // Without a search: the people whom one wrote to last.
  expect((await users(ada)).json.users).toMatchObject([{ _id: bob.userId }]);
  expect(await ada.give('DeleteChat', { chatId, round: 1 })).toMatchObject({ ok: true });
  await eventually(async () => {
    await pause(LOOK_MS);
    return (await check(bob, ada.userId)).json._id === undefined;
  });
  expect((await users(ada)).json.users).toEqual([]);
});

it('[CHAT-26] [P10 in part] who has gone is in no list of people, though the conversation is still there', async () => {
  const eve = await signUpMember(server, 'eve', await picture(40, 30));
  expect(await ada.give('StartChat', { userId: eve.userId })).toMatchObject({ ok: true });
  const listed = async () => {
    await pause(LOOK_MS);
    return ((await users(ada)).json.users as readonly { readonly _id: string }[]).map(({ _id }) => _id);
  };
  await eventually(async () => (await listed()).includes(eve.userId));
  await callControl(await controlOf(server.dataDir), 'erase', { userId: eve.userId });
  await eventually(async () => !(await listed()).includes(eve.userId));
  expect((await check(ada, eve.userId)).json).toEqual({ _id: chatIdOf(ada.userId, eve.userId) });
});

it('[CHAT-26] both are for those who are signed in, take no other parameters, and have a limit', async () => {
  for (const path of ['/api/users', '/api/users?q=ada', `/api/chats/check/${ada.userId}`]) {
    const { status, json } = await server.browser().ask('GET', path);
    expect([path, status, json.error.code]).toEqual([path, 401, 'SIGNED_OUT']);
  }
  for (const query of ['?q=', '?q[]=a', '?q=ada&page=0', '?q=ada&phone=1', `?q=${'x'.repeat(5_000)}`]) {
    expect([query, (await users(bob, query)).status]).toEqual([query, 400]);
  }
  expect((await check(bob, 'bob')).status).toBe(400);
  const dan = await signUp(server, 'dan');
  // The limit is of both together.
  const asked = Array.from({ length: CHAT_QUESTIONS_PER_USER.burst }, () => [check(dan, bob.userId), users(dan)]);
  const answers = await Promise.all(asked.flat());
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(CHAT_QUESTIONS_PER_USER.burst / 2);
  expect(refused.length).toBeLessThanOrEqual(CHAT_QUESTIONS_PER_USER.burst);
  expect(refused[0]?.json.error.code).toBe('RATE_LIMITED');
  expect((await check(bob, ada.userId)).status).toBe(200);
});
