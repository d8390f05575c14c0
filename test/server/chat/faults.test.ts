import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chatIdOf } from '#domain/chat/pair.ts';
import type { Conversation, Message } from '#projections/message/collections.ts';
import { isUnread } from '#projections/message/collections.ts';
import { picture } from '../support/pictures.ts';
import { eventually, type Student, signUpMember } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

let server: TestServer;
let [ada, bob]: Student[] = [];

beforeAll(async () => {
  server = await testServer();
  const face = await picture(40, 30);
  [ada, bob] = [await signUpMember(server, 'ada', face), await signUpMember(server, 'bob', face)];
});
afterAll(() => server.end());

/** The documents of a collection that a topic answers. */
async function documentsOf<Doc>(who: Student, topic: string, collection: string): Promise<readonly Doc[]> {
  const { json } = await who.ask('GET', `/api/topics/${topic}`);
  const all: readonly { collection: string; doc: Doc | null }[] = json.documents ?? [];
  return all.flatMap((each) => (each.collection === collection && each.doc !== null ? [each.doc] : []));
}

describe('a message', () => {
  it('whose acknowledgement is lost, and that is sent five times more, is one, and is answered as sent each time', async () => {
    if (ada === undefined || bob === undefined) throw new Error('Nobody is there.');
    const chatId = chatIdOf(ada.userId, bob.userId);
    await ada.give('StartChat', { userId: bob.userId });
    const id = randomUUID();
    const data = { chatId, text: 'Once', media: [], postId: null };
    const answers = [];
    for (let time = 0; time < 6; time += 1) answers.push(await ada.give('SendMessage', data, id));
    // Two at once, too: a browser that has lost one answer may still wait for the other.
    answers.push(...(await Promise.all([1, 2].map(() => ada?.give('SendMessage', data, id)))));
    for (const answer of answers) expect(answer).toMatchObject({ ok: true });
    await ada.give('SendMessage', { ...data, text: 'Twice' });

    const topic = `messages:${chatId}:1`;
    const reader = bob;
    const messages = await eventually(async () => {
      const all = await documentsOf<Message>(reader, topic, 'messages');
      return all.length >= 2 && all;
    });
    expect(messages).toHaveLength(2);
    const sides = await documentsOf<Conversation>(reader, `conversations:${reader.userId}`, 'conversations');
    expect(sides.map((side) => [side.received, side.receivedSeen, isUnread(side)])).toEqual([[2, 0, true]]);
  });
});
