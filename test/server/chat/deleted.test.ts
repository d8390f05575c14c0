import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import { chatIdOf } from '#domain/chat/pair.ts';
import { TALK_LIST } from '#domain/notification/kinds.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { subscribeTo } from '../hub/hubRig.ts';
import { picture } from '../support/pictures.ts';
import { eventually, postIdOf, type Student, signUpMember } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

/** A word that is in one message alone. */
const WORD = 'theremin';
/** Milliseconds that an answer of the hub may take. */
const ACK_MS = 10_000;

let server: TestServer;
let ada: Student;
let bob: Student;
let face: Uint8Array;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await testServer();
  face = await picture(40, 30);
  [ada, bob] = [await signUpMember(server, 'ada', face), await signUpMember(server, 'bob', face)];
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await server.end();
});

/** An open page of somebody, which has joined topics; answers whatever the hub pushes to it, as text. */
async function listens(who: Student, topics: readonly string[]): Promise<readonly string[]> {
  const host = `ou.localhost:${server.port}`;
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const extraHeaders = { host, origin: `http://${host}`, cookie };
  const socket = io(`http://127.0.0.1:${server.port}`, { transports: ['websocket'], forceNew: true, extraHeaders });
  sockets.push(socket);
  const pushed: string[] = [];
  socket.onAny((...packet) => pushed.push(JSON.stringify(packet)));
  for (const topic of topics) {
    const answer = await socket.timeout(ACK_MS).emitWithAck('subscribe', subscribeTo(topic));
    expect([topic, answer.ok]).toEqual([topic, true]);
  }
  return pushed;
}

it('[CHAT-12 in part] [CHAT-22 in part] once a conversation is deleted, its words and its picture are in no list, preview, notification, push, index or folder', async () => {
  const both = [ada, bob];
  const chatId = chatIdOf(ada.userId, bob.userId);
  await ada.give('StartChat', { userId: bob.userId });
  const id = randomUUID();
  const messageId = postIdOf(ada, id);
  const { media } = (await ada.ask('PUT', `/api/uploads/messages/${messageId}`, { raw: face })).json;
  const data = { chatId, text: `Take my ${WORD}`, media: [media], postId: null };
  const topicsOf = ({ userId }: Student) => [
    topicName.chat(chatId),
    topicName.messages(chatId, '1'),
    topicName.conversations(userId),
    topicName.notifications(TALK_LIST, userId),
    topicName.me(userId),
  ];
  const pushed = await Promise.all(both.map((who) => listens(who, topicsOf(who))));
  expect(await ada.give('SendMessage', data, id)).toMatchObject({ ok: true });
  expect(await bob.give('LikeMessage', { messageId })).toMatchObject({ ok: true });

  const tells = (text: string) => text.includes(WORD) || text.includes(media.name);
  const image = `/images/messages/${messageId}/${media.name}`;
  const filesOf = async () => {
    const all = await readdir(server.dataDir, { recursive: true });
    return all.filter((path) => path.includes(media.name));
  };
  /** The places of one of them that say something of the message. */
  const placesOf = async (who: Student) => {
    const places = [
      ...topicsOf(who).map((topic) => `/api/topics/${topic}`),
      `/messages/${chatId}`,
      '/messages',
      '/notifications',
      `/api/oembed?${new URLSearchParams({ url: `http://ou.localhost:${server.port}/messages/${chatId}` })}`,
      ...['latest', 'people', 'media'].map((show) => `/api/search?show=${show}&q=${WORD}`),
    ];
    const found: string[] = [];
    for (const place of places) {
      // A search repeats what was searched for; hits are what it tells.
      const { text, json } = await who.ask('GET', place, { headers: { accept: 'text/html,application/json' } });
      // One that comes too soon says nothing yet, and so counts as one that does.
      const isTelling = place.startsWith('/api/search') ? json.hits?.length !== 0 : tells(text);
      if (isTelling) found.push(place);
    }
    for (const address of [image, `${image}?w=320`]) {
      if ((await who.ask('GET', address)).status === 200) found.push(address);
    }
    return found;
  };
  // All of this is about something: as long as it stands, it is in lists, in the notification, in pushes and on the disk.
  for (const [place, who] of both.entries()) {
    const found = await eventually(async () => {
      const all = await placesOf(who);
      return (
        all.includes(image) && all.includes(`/api/topics/${topicName.notifications(TALK_LIST, who.userId)}`) && all
      );
    });
    expect(found).toEqual(
      expect.arrayContaining(
        topicsOf(who)
          .slice(1, 4)
          .map((topic) => `/api/topics/${topic}`),
      ),
    );
    await eventually(async () => pushed[place]?.some(tells));
  }
  expect(await filesOf()).not.toEqual([]);

  expect(await bob.give('DeleteChat', { chatId, round: 1 })).toMatchObject({ ok: true });
  const before = pushed.map((packets) => packets.length);
  await eventually(async () => (await ada.give('SeeMessage', { messageId })).error?.code === 'MESSAGE_DELETED');
  for (const who of both) expect(await eventually(async () => (await placesOf(who)).length === 0)).toBe(true);
  await eventually(async () => (await filesOf()).length === 0);
  // A new beginning pushes to both, and nothing of the past.
  expect(await ada.give('StartChat', { userId: bob.userId })).toMatchObject({ ok: true });
  expect(await ada.give('SendMessage', { chatId, text: 'Anew', media: [], postId: null })).toMatchObject({ ok: true });
  for (const [place, who] of both.entries()) {
    const since = await eventually(async () => {
      const packets = pushed[place]?.slice(before[place]) ?? [];
      return packets.some((packet) => packet.includes('Anew')) && packets;
    });
    expect(since.filter(tells)).toEqual([]);
    expect(await placesOf(who)).toEqual([]);
  }
});
