import { describe, expect, it } from '@jest/globals';
import { type Reader, VISITOR } from '#domain/kernel/access.ts';
import type { Chat } from '#projections/chat/collections.ts';
import { chatTopics } from '#projections/chat/topics.ts';
import { messageTopics } from '#projections/message/topics.ts';
import { id, instant } from '../support/events.ts';

const chatId = id('chat');
const chat: Chat = {
  ...{ id: chatId, round: 2, starter: id('ann'), partner: id('bob') },
  ...{ createdAt: instant(1), opened: true, closed: false },
};
const reading = (userId: string | null, rights: Partial<Reader> = {}): Reader => ({
  ...{ ...VISITOR, userId, closed: [] },
  ...rights,
});
/** Everybody but the two: moderators, too. */
const others = [reading(null), reading(id('cyd')), reading(id('eve'), { isModerator: true, memberOf: 'ou' })];

describe('the topics of a conversation', () => {
  it('[CHAT-22 in part] [CHAT-03 in part] are for its two people; everybody else gets the answer about none', () => {
    for (const topic of [chatTopics.chat.topicOf(chatId), messageTopics.messages.topicOf(chatId, '2')]) {
      for (const person of ['ann', 'bob']) expect(topic?.refuse(reading(id(person)), chat)).toBeNull();
      for (const other of others) expect(topic?.refuse(other, chat)).toBe('CHAT_UNKNOWN');
      for (const reader of [reading(id('ann')), ...others]) {
        expect(topic?.refuse(reader, null)).toBe('CHAT_UNKNOWN');
        expect(topic?.refuse(reader, undefined)).toBe('CHAT_UNKNOWN');
      }
    }
  });

  it('[CHAT-12 in part] of a round that was deleted are closed to both, after a new beginning, too (D52)', () => {
    for (const round of ['1', '3']) {
      expect(messageTopics.messages.topicOf(chatId, round)?.refuse(reading(id('ann')), chat)).toBe('CHAT_UNKNOWN');
    }
  });

  it('have one name a round', () => {
    for (const name of ['02', '2.0', ' 2', '', 'x', '1e1', '9007199254740993']) {
      expect(messageTopics.messages.topicOf(chatId, name)).toBeNull();
    }
  });

  it('[CHAT-22 in part] the list is for its owner alone', () => {
    const list = messageTopics.conversations.topicOf(id('ann'));
    expect(list?.refuse(reading(id('ann')), undefined)).toBeNull();
    for (const other of [reading(id('bob')), ...others]) expect(list?.refuse(other, undefined)).not.toBeNull();
  });
});
