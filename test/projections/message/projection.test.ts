import { describe, expect, it } from '@jest/globals';
import { chatIdOf } from '#domain/chat/pair.ts';
import { minutesAfter } from '#domain/kernel/time.ts';
import { chats } from '#projections/chat/collections.ts';
import {
  conversationKey,
  conversations,
  dueMails,
  isUnread,
  messages,
  threadKey,
  unreadChats,
} from '#projections/message/collections.ts';
import { id, instant, position } from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';
import { chatId, place, talk } from './talk.ts';

type Talk = ReturnType<typeof talk>;
const sideOf = ({ log }: Talk, user: string) =>
  documentOf(foldAll(log.events), conversations, conversationKey(chatId, id(user)));
const unreadOf = ({ log }: Talk, user: string) => documentOf(foldAll(log.events), unreadChats, id(user))?.chats ?? 0;
const threadOf = ({ log }: Talk, round = 1) =>
  foldAll(log.events)
    .query(messages.name, 'thread', [threadKey(chatId, round)])
    .map(({ key }) => key);

describe('a conversation', () => {
  it('[CHAT-18] [DATA-04 in part] is in both lists from the start, unread for the one who did not begin it, until it is opened', () => {
    const both = talk();
    both.starts();
    expect(documentOf(foldAll(both.log.events), chats, chatId)).toEqual({
      ...{ id: chatId, round: 1, starter: id('ann'), partner: id('bob') },
      ...{ createdAt: instant(1), opened: false, closed: false },
    });
    expect(sideOf(both, 'ann')).toMatchObject({ partner: id('bob'), lastMessage: null, opened: true });
    expect([unreadOf(both, 'ann'), unreadOf(both, 'bob')]).toEqual([0, 1]);
    both.opens();
    expect([unreadOf(both, 'ann'), unreadOf(both, 'bob')]).toEqual([0, 0]);
    expect(documentOf(foldAll(both.log.events), chats, chatId)).toMatchObject({ opened: true });
  });

  it('[CHAT-24] [CHAT-01 in part] moves with its newest message, to the top of both lists', () => {
    const both = talk();
    both.starts();
    both.says('hello', 'ann');
    const { position: at } = both.says('hi', 'bob');
    for (const user of ['ann', 'bob']) {
      const last = { id: id('hi'), author: id('bob') };
      expect(sideOf(both, user)).toMatchObject({ lastMessage: last, lastModified: instant(3), activity: at });
    }
  });

  it('[CHAT-01 in part] stands in the list by its newest activity, whichever began last', () => {
    const both = talk();
    const cid = chatIdOf(id('ann'), id('cid'));
    both.starts();
    both.log.add('ChatStarted', { chatId: cid, round: 1, starter: id('cid'), partner: id('ann') });
    const listed = () =>
      foldAll(both.log.events)
        .query(conversations.name, 'list', [id('ann')])
        .map(({ key }) => key);
    const [ofBob, ofCid] = [conversationKey(chatId, id('ann')), conversationKey(cid, id('ann'))];
    expect(listed()).toEqual([ofCid, ofBob]);
    both.says('hello', 'ann');
    expect(listed()).toEqual([ofBob, ofCid]);
  });

  it('[CHAT-18] is unread for the other one with each message, and counts once', () => {
    const both = talk();
    both.starts();
    both.opens();
    for (const name of ['one', 'two', 'three']) both.says(name, 'ann');
    expect([unreadOf(both, 'ann'), unreadOf(both, 'bob')]).toEqual([0, 1]);
    both.about('MessageSeen', 'two', 'ann');
    expect(unreadOf(both, 'bob')).toBe(1);
    both.about('MessageSeen', 'three', 'ann');
    expect(unreadOf(both, 'bob')).toBe(0);
    both.says('four', 'bob');
    expect([unreadOf(both, 'ann'), unreadOf(both, 'bob')]).toEqual([1, 0]);
  });

  it('[CHAT-10 in part] marks what was seen for both, and no mark goes back', () => {
    const both = talk();
    both.starts();
    for (const name of ['one', 'two', 'three']) both.says(name, 'ann');
    both.about('MessageSeen', 'two', 'ann');
    both.about('MessageSeen', 'one', 'ann');
    expect(sideOf(both, 'ann')).toMatchObject({ sent: 3, sentSeen: 2 });
    expect(sideOf(both, 'bob')).toMatchObject({ received: 3, receivedSeen: 2 });
  });

  it('[CHAT-11 in part] has likes of either of the two', () => {
    const both = talk();
    both.starts();
    both.says('one', 'ann');
    both.likes('MessageLiked', 'one', 'ann', 'bob');
    both.likes('MessageLiked', 'one', 'ann', 'ann');
    expect(documentOf(foldAll(both.log.events), messages, id('one'))?.likedBy).toEqual([id('bob'), id('ann')]);
    both.likes('MessageUnliked', 'one', 'ann', 'bob');
    expect(documentOf(foldAll(both.log.events), messages, id('one'))?.likedBy).toEqual([id('ann')]);
  });

  it('[CHAT-05 in part] [DATA-05 in part] is read newest first, in the order of the log', () => {
    const both = talk();
    both.starts();
    both.says('one', 'ann');
    both.says('two', 'bob', { hasMedia: true });
    expect(threadOf(both)).toEqual([id('two'), id('one')]);
    expect(documentOf(foldAll(both.log.events), messages, id('two'))).toMatchObject({
      ...{ author: id('bob'), recipient: id('ann'), text: 'two', hasMedia: true, post: null },
      ...{ sentAt: instant(3), order: position(3), ordinal: 1, likedBy: [] },
    });
  });
});

describe('the deletion of a conversation', () => {
  it('[CHAT-12 in part] [CHAT-03 in part] takes it from both at once, with what was unread', () => {
    const both = talk();
    both.starts();
    both.says('one', 'ann');
    both.deletes();
    expect(documentOf(foldAll(both.log.events), chats, chatId)).toBeNull();
    expect([sideOf(both, 'ann'), sideOf(both, 'bob')]).toEqual([null, null]);
    expect(unreadOf(both, 'bob')).toBe(0);
  });

  it('[CHAT-12 in part] ends a message that races it (Q46)', () => {
    const both = talk();
    both.starts();
    both.deletes();
    both.says('late', 'bob');
    expect(documentOf(foldAll(both.log.events), messages, id('late'))).toBeNull();
    expect([unreadOf(both, 'ann'), unreadOf(both, 'bob')]).toEqual([0, 0]);
  });

  it('leaves nothing of the past in a conversation that begins anew, not even what comes too late (D52)', () => {
    const both = talk();
    both.starts();
    both.says('one', 'ann');
    both.deletes();
    both.starts(2);
    both.says('late', 'ann');
    both.about('MessageSeen', 'one', 'ann');
    expect(sideOf(both, 'bob')).toMatchObject({
      round: 2,
      lastMessage: null,
      received: 0,
      receivedSeen: 0,
      opened: false,
    });
    expect(threadOf(both, 2)).toEqual([]);
    expect(unreadOf(both, 'bob')).toBe(1);
    both.says('anew', 'ann', { round: 2 });
    expect(threadOf(both, 2)).toEqual([id('anew')]);
    expect(documentOf(foldAll(both.log.events), messages, id('anew'))?.ordinal).toBe(1);
  });
});

describe('mails about what is unread (D51)', () => {
  const mailOf = ({ log }: Talk) => documentOf(foldAll(log.events), dueMails, conversationKey(chatId, id('bob')));
  const mailed = (both: Talk, name: string, round = 1) => both.log.add('MessageMailed', place(name, 'ann', round));

  it('go once an hour also where the conversation is deleted and begun anew in between', () => {
    const both = talk();
    both.starts();
    both.says('one', 'ann');
    const { meta } = mailed(both, 'one');
    both.deletes();
    expect(mailOf(both)).toMatchObject({ status: 'mailed', mailedAt: meta.at });
    both.starts(2);
    both.says('two', 'ann', { round: 2 });
    expect(mailOf(both)).toMatchObject({ status: 'due', dueAt: minutesAfter(meta.at, 60), message: id('two') });
    both.about('MessageSeen', 'two', 'ann', 2);
    expect(mailOf(both)).toBeNull();
  });

  it('go five minutes after the first message of a conversation that was deleted before any mail', () => {
    const both = talk();
    both.starts();
    both.says('one', 'ann');
    both.deletes();
    expect(mailOf(both)).toBeNull();
    both.starts(2);
    const { meta } = both.says('two', 'ann', { round: 2 });
    expect(mailOf(both)).toMatchObject({ status: 'due', dueAt: minutesAfter(meta.at, 5) });
  });
});

describe('the end of an account (D53)', () => {
  it('leaves the conversation to the other one, with nothing unread', () => {
    const both = talk();
    both.starts();
    both.says('one', 'ann');
    both.closes('ann');
    expect(sideOf(both, 'ann')).toBeNull();
    const side = sideOf(both, 'bob');
    expect(side).toMatchObject({ closed: true, lastMessage: { id: id('one') } });
    expect(side && isUnread(side)).toBe(false);
    expect(unreadOf(both, 'bob')).toBe(0);
  });

  it('[DATA-15 in part] makes nothing unread by a message that comes too late: it could never be marked as seen', () => {
    const both = talk();
    both.starts();
    both.opens();
    both.closes('ann');
    both.says('late', 'ann');
    expect(unreadOf(both, 'bob')).toBe(0);
    both.about('MessageDeleted', 'late', 'ann');
    expect(unreadOf(both, 'bob')).toBe(0);
  });
});
