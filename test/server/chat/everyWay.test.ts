import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { type Entry, fromBuffer } from 'yauzl';
import { chatIdOf } from '#domain/chat/pair.ts';
import type { Conversation, Message } from '#projections/message/collections.ts';
import { isUnread } from '#projections/message/collections.ts';
import { errorHandler } from '#server/http/errors.ts';
import { topicRoutes } from '#server/http/topics.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { SEARCH_DELAY_MS } from '#server/searchIndex/searchProjector.ts';
import { picture } from '../support/pictures.ts';
import { eventually, PASSWORD, postIdOf, type Student, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let ada: Student;
let bob: Student;
let cyd: Student;
let face: Uint8Array;

/** One of each of the two, and the word of the message with a link. */
const [OF_ADA, OF_BOB] = ['xylophone-of-ada', 'quokka-of-bob'];

beforeAll(async () => {
  server = await testServer();
  face = await picture(40, 30);
  [ada, bob, cyd] = [
    await signUpMember(server, 'ada', face),
    await signUpMember(server, 'bob', face),
    await signUpMember(server, 'cyd', face),
  ];
});
afterAll(() => server.end());

const say = (who: Student, chatId: string, text: string, more: object = {}, id = randomUUID()) =>
  who.give('SendMessage', { chatId, text, media: [], postId: null, ...more }, id);

/** The documents of a collection that a topic answers, once there are as many. */
function documentsOf<Doc>(who: Student, topic: string, collection: string, count = 1): Promise<readonly Doc[]> {
  return eventually(async () => {
    const { json } = await who.ask('GET', `/api/topics/${topic}`);
    const found = (json.documents ?? []).filter(
      (each: { collection: string; doc: unknown }) => each.collection === collection && each.doc !== null,
    );
    return found.length >= count && found.map(({ doc }: { doc: Doc }) => doc);
  });
}

function unzip(bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (failed, zip) => {
      if (failed !== null || zip === undefined) return reject(failed);
      const texts: string[] = [];
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, async (unread, stream) => {
          if (unread !== null || stream === undefined) return reject(unread);
          texts.push((await buffer(stream)).toString('latin1'));
          zip.readEntry();
        });
      });
      zip.on('end', () => resolve(texts.join('\n')));
      zip.on('error', reject);
      zip.readEntry();
    });
  });
}

describe('a conversation', () => {
  it('[CHAT-22] is in no search, summary, page or archive of anybody else; an archive has one’s own words alone (D57)', async () => {
    const chatId = chatIdOf(ada.userId, bob.userId);
    await ada.give('StartChat', { userId: bob.userId });
    await say(ada, chatId, `${OF_ADA} https://example.org/${OF_ADA}`);
    await say(bob, chatId, OF_BOB);
    await documentsOf<Message>(ada, `messages:${chatId}:1`, 'messages', 2);
    // A post of after them is found, so the index has come past them.
    const post = await write(ada, 'A marimba for sale');
    await eventually(async () => {
      await pause(SEARCH_DELAY_MS);
      return (await server.browser().ask('GET', '/api/search?show=latest&q=marimba')).text.includes(post);
    });
    for (const browser of [server.browser(), cyd, ada]) {
      for (const word of [OF_ADA, OF_BOB, 'xylophone', 'quokka']) {
        for (const show of ['latest', 'people', 'media']) {
          const { json } = await browser.ask('GET', `/api/search?show=${show}&q=${word}`);
          expect([word, show, json.hits]).toEqual([word, show, []]);
        }
      }
    }
    const address = `http://ou.localhost:${server.port}/messages/${chatId}`;
    for (const browser of [server.browser(), cyd]) {
      const page = await browser.ask('GET', `/messages/${chatId}`, { headers: { accept: 'text/html' } });
      const embedded = await browser.ask('GET', `/api/oembed?${new URLSearchParams({ url: address })}`);
      expect(embedded.status).toBe(404);
      for (const text of [page.text, embedded.text]) expect(text).not.toMatch(/xylophone|quokka|Ada L|Bob/);
    }
    const archiveOf = async (who: Student) => {
      const { status, bytes } = await who.ask('POST', '/api/archive', { body: { password: PASSWORD } });
      expect(status).toBe(200);
      return unzip(bytes);
    };
    const [ofAda, ofBob, ofCyd] = [await archiveOf(ada), await archiveOf(bob), await archiveOf(cyd)];
    expect([ofAda, ofBob, ofCyd].map((text) => text.includes(OF_ADA))).toEqual([true, false, false]);
    expect([ofAda, ofBob, ofCyd].map((text) => text.includes(OF_BOB))).toEqual([false, true, false]);
  });

  it('[DATA-04] [CHAT-24] [CHAT-18] has its people, those who have not read it, its last message and its dates', async () => {
    const chatId = chatIdOf(bob.userId, cyd.userId);
    await bob.give('StartChat', { userId: cyd.userId });
    const topic = `chat:${chatId}`;
    const [chat] = await documentsOf<{ starter: string; partner: string; createdAt: string }>(bob, topic, 'chats');
    // from_user and to_user: the people themselves, so a snapshot never gets old.
    expect(chat).toMatchObject({ starter: bob.userId, partner: cyd.userId });
    const people = await documentsOf<{ id: string; hasPicture: boolean }>(bob, topic, 'people', 2);
    expect(people.filter(({ id }) => [bob.userId, cyd.userId].includes(id))).toHaveLength(2);
    const sideOf = async (who: Student) =>
      (await documentsOf<Conversation>(who, `conversations:${who.userId}`, 'conversations')).find(
        (side) => side.chat === chatId,
      ) as Conversation;
    /** read[]: those who have not read. */
    const unread = async () => [isUnread(await sideOf(bob)), isUnread(await sideOf(cyd))];
    expect(await unread()).toEqual([false, true]);
    await cyd.give('OpenChat', { chatId, round: 1 });
    await eventually(async () => !(await unread())[1]);
    const id = randomUUID();
    await say(bob, chatId, 'Newest', {}, id);
    const messageId = postIdOf(bob, id);
    for (const who of [bob, cyd]) {
      const side = await eventually(async () => {
        const found = await sideOf(who);
        return found.lastMessage !== null && found;
      });
      expect(side.lastMessage).toEqual({ id: messageId, author: bob.userId });
      expect(Date.parse(side.lastModified)).toBeGreaterThanOrEqual(Date.parse(chat?.createdAt ?? ''));
      // last_message: the message itself comes with the list.
      const last = await documentsOf<Message>(who, `conversations:${who.userId}`, 'messages');
      expect(last.find((each) => each.id === messageId)).toMatchObject({ text: 'Newest', sentAt: side.lastModified });
    }
    expect(await unread()).toEqual([false, true]);
  });

  it('[DATA-05] [DATA-16] a post, a like, a chat about it and messages with text, picture and post are commands, and what they say is read', async () => {
    const id = randomUUID();
    const folder = postIdOf(ada, id);
    const { media } = (await ada.ask('PUT', `/api/uploads/posts/${folder}`, { raw: face })).json;
    const post = await write(ada, 'A lute to talk about', { media: [media] }, id);
    const gallery = await eventually(async () => {
      const answer = await cyd.ask('GET', `/api/posts/${post}/img_gallery`);
      return answer.status === 200 && answer.json;
    });
    expect(gallery).toMatchObject([{ img_order: 0, img_width: 40, img_height: 30 }]);
    expect(await cyd.give('SavePost', { postId: post })).toMatchObject({ ok: true });
    // createChat: the other one, oneself, and the post that it is about.
    const chatId = chatIdOf(ada.userId, cyd.userId);
    expect(await cyd.give('StartChat', { userId: ada.userId })).toMatchObject({ ok: true });
    expect(await say(cyd, chatId, '', { postId: post })).toMatchObject({ ok: true });
    const sent = randomUUID();
    const messageId = postIdOf(cyd, sent);
    const uploaded = (await cyd.ask('PUT', `/api/uploads/messages/${messageId}`, { raw: face })).json.media;
    expect(await say(cyd, chatId, 'Like this one?', { media: [uploaded] }, sent)).toMatchObject({ ok: true });
    expect(await ada.give('LikeMessage', { messageId })).toMatchObject({ ok: true });
    const topic = `messages:${chatId}:1`;
    const found = await eventually(async () => {
      const all = await documentsOf<Message>(ada, topic, 'messages', 2);
      return all.some(({ likedBy }) => likedBy.length > 0) && all;
    });
    expect(found.find((each) => each.id === messageId)).toMatchObject({
      ...{ chat: chatId, author: cyd.userId, recipient: ada.userId, text: 'Like this one?', post: null },
      ...{ hasMedia: true, media: [{ name: uploaded.name, width: 40, height: 30 }], likedBy: [ada.userId] },
    });
    expect(found.find(({ post: shared }) => shared !== null)).toMatchObject({
      ...{ text: '', hasMedia: false, post: { id: post, campus: 'ou' }, likedBy: [] },
    });
    const own = await documentsOf<{ id: string; firstName: string }>(ada, `chat:${chatId}`, 'people', 2);
    // user_name and avatar of its author: the person.
    expect(own.find((person) => person.id === cyd.userId)).toMatchObject({ firstName: 'Ada', hasPicture: true });
    expect(await ada.give('DeletePost', { postId: post })).toMatchObject({ ok: true });
    await eventually(async () => (await cyd.ask('GET', `/api/posts/${post}/img_gallery`)).status === 410);
  });

  it('[CHAT-20] that cannot be read answers 500 and "Something went wrong"', async () => {
    const app = express();
    const readTopic = async () => {
      throw new Error('The disk does not answer.');
    };
    app.use(topicRoutes({ authenticate: async () => null, readTopic }));
    app.use(errorHandler(silentLogger));
    const failing = app.listen(0, '127.0.0.1');
    await once(failing, 'listening');
    const { port } = failing.address() as AddressInfo;
    try {
      for (const topic of [`chat:${randomUUID()}`, `messages:${randomUUID()}:1`]) {
        const answer = await fetch(`http://127.0.0.1:${port}/api/topics/${topic}`);
        expect([answer.status, ((await answer.json()) as { error: { text: string } }).error.text]).toEqual([
          ...[500, 'Something went wrong'],
        ]);
      }
    } finally {
      failing.close();
    }
  });
});
