import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chatIdOf } from '#domain/chat/pair.ts';
import type { Browser } from '../support/browser.ts';
import { eventually, type Student, signUpMember } from '../support/student.ts';
import { commandsOn, openTalkers, refusalOf, type Talkers, talk, topicsOf, WORDS } from './twoWhoTalk.ts';

let talkers: Talkers;
let ada: Student;
let bob: Student;
let others: Talkers['others'];

beforeAll(async () => {
  talkers = await openTalkers();
  ({ ada, bob, others } = talkers);
});
afterAll(() => talkers.server.end());

describe('a conversation', () => {
  it('[CHAT-22 in part] is read by its two people, its picture by no cache', async () => {
    const both = await talk(talkers);
    for (const person of [ada, bob]) {
      const { text } = await person.ask('GET', `/api/topics/messages:${both.chatId}:${both.round}`);
      expect(text).toContain(WORDS);
      const shown = await person.ask('GET', both.image);
      expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'private, no-store']);
    }
  });

  it('[CHAT-22 in part] [CHAT-03 in part] is nothing to anybody else: commands, topics and files answer as about one that never was', async () => {
    const both = await talk(talkers);
    const never = { chatId: randomUUID(), messageId: randomUUID(), round: '1', image: '' };
    for (const [what, browser, userId] of others) {
      for (const [place, [type, data]] of commandsOn(both).entries()) {
        const code = await refusalOf(browser, userId, type, data);
        const [, missing] = commandsOn(never)[place] ?? ['', {}];
        expect([what, type, code]).toEqual([what, type, await refusalOf(browser, userId, type, missing)]);
        expect([what, type, code]).not.toEqual([what, type, 'none']);
      }
      for (const [place, topic] of topicsOf(talkers, both).entries()) {
        const answer = await browser.ask('GET', `/api/topics/${topic}`);
        expect([what, topic, answer.status < 400, answer.text.includes(WORDS)]).toEqual([what, topic, false, false]);
        if (place > 1) continue;
        const missing = await browser.ask('GET', `/api/topics/${topicsOf(talkers, never)[place]}`);
        expect([what, topic, answer.status, answer.json.error.code]).toEqual([
          ...[what, topic],
          ...[missing.status, missing.json.error.code],
        ]);
      }
      for (const address of [both.image, `${both.image}?w=320`]) {
        const { status } = await browser.ask('GET', address);
        expect([what, address, status]).toEqual([what, address, 404]);
      }
      const upload = await browser.ask('PUT', `/api/uploads/messages/${both.messageId}`, { raw: talkers.face });
      expect([what, upload.status < 400]).toEqual([what, false]);
    }
    expect((await bob.ask('GET', `/api/topics/messages:${both.chatId}:${both.round}`)).text).toContain(WORDS);
  });

  it('[CHAT-12 in part] stays as evidence, for moderators alone, when what was reported is deleted (Q46)', async () => {
    const both = await talk(talkers);
    const outsiders = others.filter(([what]) => what !== 'a moderator');
    for (const [what, browser, userId] of outsiders) {
      const data = { messageId: both.messageId, reason: 'scam', text: '' };
      const code = await refusalOf(browser, userId, 'ReportMessage', data);
      const missing = await refusalOf(browser, userId, 'ReportMessage', { ...data, messageId: randomUUID() });
      expect([what, code]).toEqual([what, missing]);
      expect(code).not.toBe('none');
    }
    const moderator = others.find(([what]) => what === 'a moderator')?.[1] as Browser;
    expect((await moderator.ask('GET', both.image)).status).toBe(404);
    const report = { messageId: both.messageId, reason: 'scam', text: 'Never came.' };
    expect(await bob.give('ReportMessage', report)).toMatchObject({ ok: true });
    expect(await ada.give('DeleteChat', { chatId: both.chatId, round: Number(both.round) })).toMatchObject({
      ok: true,
    });
    await eventually(async () => (await bob.ask('GET', both.image)).status === 404);
    const found = await eventually(async () => {
      const { text } = await moderator.ask('GET', '/api/topics/cases:open');
      return text.includes(both.messageId) && text.includes('"isDeleted":true') && text;
    });
    expect(found).toContain(WORDS);
    expect((await moderator.ask('GET', both.image)).status).toBe(200);
    for (const [what, browser] of [...outsiders, ['ada', ada] as const, ['bob', bob] as const]) {
      expect([what, (await browser.ask('GET', both.image)).status]).toEqual([what, 404]);
      expect([what, (await browser.ask('GET', '/api/topics/cases:open')).status]).not.toEqual([what, 200]);
    }
  });

  it('[CHAT-16] nobody writes to oneself', async () => {
    expect(await refusalOf(ada, ada.userId, 'StartChat', { userId: ada.userId })).toBe('CHAT_WITH_ONESELF');
  });

  it('[CHAT-15] of two who begin at once is one', async () => {
    const dora = await signUpMember(talkers.server, 'dora', talkers.face);
    const [one, other] = await Promise.all([
      dora.give('StartChat', { userId: bob.userId }),
      bob.give('StartChat', { userId: dora.userId }),
    ]);
    expect([one, other]).toMatchObject([{ ok: true }, { ok: true }]);
    const chatId = chatIdOf(dora.userId, bob.userId);
    for (const person of [dora, bob]) {
      const list = await eventually(async () => {
        const { text } = await person.ask('GET', `/api/topics/conversations:${person.userId}`);
        return text.includes(`${chatId}-${person.userId}`) && text;
      });
      expect(list.split(`"id":"${chatId}-${person.userId}"`)).toHaveLength(2);
      expect(list).toContain('"round":1');
    }
  });

  it('[CHAT-12 in part] [CHAT-03 in part] [DATA-13 in part] is gone for both once it was deleted: words, picture, and the file itself', async () => {
    const both = await talk(talkers);
    expect(await bob.give('DeleteChat', { chatId: both.chatId, round: Number(both.round) })).toMatchObject({
      ok: true,
    });
    for (const person of [ada, bob]) {
      await eventually(async () => (await person.ask('GET', both.image)).status === 404);
      for (const [type, data] of commandsOn(both).filter(([type]) => type === 'OpenChat' || type === 'SendMessage')) {
        expect([type, await refusalOf(person, person.userId, type, data)]).toEqual([type, 'CHAT_UNKNOWN']);
      }
      for (const topic of topicsOf(talkers, both).slice(0, 2)) {
        const answer = await person.ask('GET', `/api/topics/${topic}`);
        expect([topic, answer.status, answer.json.error.code]).toEqual([topic, 404, 'CHAT_UNKNOWN']);
      }
      const list = await person.ask('GET', `/api/topics/conversations:${person.userId}`);
      expect(list.text).not.toContain(both.messageId);
    }
    await eventually(
      async () => (await refusalOf(bob, bob.userId, 'SeeMessage', { messageId: both.messageId })) === 'MESSAGE_DELETED',
    );
    // A new beginning has nothing of the past (D52).
    const anew = await talk(talkers);
    expect(anew.round).not.toBe(both.round);
    const past = await ada.ask('GET', `/api/topics/messages:${both.chatId}:${both.round}`);
    expect(past.status).toBe(404);
  });
});
