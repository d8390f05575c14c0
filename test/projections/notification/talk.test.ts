import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { TALK_LIST } from '#domain/notification/kinds.ts';
import {
  messageLikesKey,
  type Notification,
  notificationListKey,
  notifications,
  talkNotificationKey,
  unreadNotifications,
} from '#projections/notification/collections.ts';
import { unreadCount } from '#projections/notification/unread.ts';
import { chatId, talk } from '../message/talk.ts';
import { id } from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';

const list = (user: string) => notificationListKey(TALK_LIST, id(user));

function listOf(events: readonly RecordedEvent[], user: string): readonly Notification[] {
  return foldAll(events)
    .query(notifications.name, 'list', [list(user)])
    .map(({ doc }) => doc as Notification);
}

function unreadOf(events: readonly RecordedEvent[], user: string): number {
  const unread = documentOf(foldAll(events), unreadNotifications, list(user));
  return unread == null ? 0 : unreadCount(unread);
}

/** Each row in short. */
const rowsOf = (events: readonly RecordedEvent[], user: string) =>
  listOf(events, user).map(({ kind, total, target, actors }) => [kind, total, target, actors[0]]);

const readRow = (key: string, user: string, number: number) => ({
  ...{ userId: id(user), campus: TALK_LIST },
  read: [{ notificationId: key, number }],
});

/** The event at another instant. */
const atInstant = (event: RecordedEvent, at: string): RecordedEvent => ({ ...event, meta: { ...event.meta, at } });

describe('notifications of messages', () => {
  it('[NOTF-13] [NOTF-02 in part] (Q49) a new chat and its first message are one row, which counts once', () => {
    const { log, starts, says } = talk();
    starts();
    expect(rowsOf(log.events, 'bob')).toEqual([['new chat', 1, chatId, id('ann')]]);
    says('hello', 'ann');
    expect(rowsOf(log.events, 'bob')).toEqual([['new chat', 1, id('hello'), id('ann')]]);
    expect(unreadOf(log.events, 'bob')).toBe(1);
    says('are you there', 'ann');
    expect(rowsOf(log.events, 'bob')).toEqual([['new chat', 2, id('are you there'), id('ann')]]);
    expect(unreadOf(log.events, 'bob')).toBe(1);
    // Nobody is notified of what they did themselves.
    expect([listOf(log.events, 'ann'), unreadOf(log.events, 'ann')]).toEqual([[], 0]);
  });

  it('(Q49) the first message is the beginning of the conversation also for somebody who has opened it before', () => {
    const { log, starts, opens, says } = talk();
    starts();
    opens();
    expect(unreadOf(log.events, 'bob')).toBe(0);
    says('hello', 'ann');
    expect(rowsOf(log.events, 'bob')).toEqual([['new chat', 1, id('hello'), id('ann')]]);
    expect(unreadOf(log.events, 'bob')).toBe(1);
  });

  it('[DATA-06] (D50) a burst is one row that rises and counts again, with chat, person and time of the newest', () => {
    const { log, starts, says, about } = talk();
    starts();
    says('hello', 'ann');
    about('MessageSeen', 'hello', 'ann');
    expect(unreadOf(log.events, 'bob')).toBe(0);
    for (const words of ['one', 'two', 'three']) says(words, 'ann');
    const last = log.events.at(-1);
    expect(listOf(log.events, 'bob')).toEqual([
      {
        id: talkNotificationKey(chatId, id('bob')),
        user: id('bob'),
        campus: TALK_LIST,
        list: list('bob'),
        kind: 'message',
        target: id('three'),
        post: null,
        chat: chatId,
        actors: [id('ann')],
        total: 3,
        number: 5,
        read: false,
        at: last?.meta.at,
        began: log.events.at(-3)?.meta.at,
        order: last?.position,
      },
    ]);
    expect(unreadOf(log.events, 'bob')).toBe(1);
    // The answer is a row of the other one.
    says('four', 'bob');
    expect(rowsOf(log.events, 'ann')).toEqual([['message', 1, id('four'), id('bob')]]);
  });

  it('[NOTF-03 in part] are read with the newest message, or as a row; neither reads the other list', () => {
    const { log, starts, says, about } = talk();
    starts();
    for (const words of ['one', 'two']) says(words, 'ann');
    about('MessageSeen', 'one', 'ann');
    expect(unreadOf(log.events, 'bob')).toBe(1);
    about('MessageSeen', 'two', 'ann');
    expect(unreadOf(log.events, 'bob')).toBe(0);
    says('three', 'ann');
    const key = talkNotificationKey(chatId, id('bob'));
    log.add('NotificationsRead', { ...readRow(key, 'bob', 9), campus: 'ou' });
    expect(unreadOf(log.events, 'bob')).toBe(1);
    log.add('NotificationsRead', readRow(key, 'bob', 3));
    // It has come again since.
    expect(unreadOf(log.events, 'bob')).toBe(1);
    log.add('NotificationsRead', readRow(key, 'bob', 4));
    expect(unreadOf(log.events, 'bob')).toBe(0);
    says('four', 'ann');
    log.add('AllNotificationsRead', { userId: id('bob'), campus: TALK_LIST, upTo: 5 });
    expect(unreadOf(log.events, 'bob')).toBe(0);
  });
});

describe('notifications of likes of messages', () => {
  it('[NOTF-02 in part] [CHAT-11 in part] (D50) are one row a conversation within a day, which rises and counts the messages', () => {
    const { log, starts, says, likes } = talk();
    starts();
    for (const words of ['one', 'two']) says(words, 'ann');
    likes('MessageLiked', 'one', 'ann', 'bob');
    likes('MessageLiked', 'two', 'ann', 'bob');
    expect(rowsOf(log.events, 'ann')).toEqual([['message like', 2, id('two'), id('bob')]]);
    expect(unreadOf(log.events, 'ann')).toBe(1);
    const key = messageLikesKey(chatId, id('ann'));
    log.add('NotificationsRead', readRow(key, 'ann', 2));
    expect(unreadOf(log.events, 'ann')).toBe(0);
    // A like of a message that was read long ago is news all the same.
    likes('MessageUnliked', 'one', 'ann', 'bob');
    expect(rowsOf(log.events, 'ann')).toEqual([['message like', 1, id('two'), id('bob')]]);
    likes('MessageLiked', 'one', 'ann', 'bob');
    expect(rowsOf(log.events, 'ann')).toEqual([['message like', 2, id('one'), id('bob')]]);
    expect(unreadOf(log.events, 'ann')).toBe(1);
    for (const words of ['one', 'two']) likes('MessageUnliked', words, 'ann', 'bob');
    expect([listOf(log.events, 'ann'), unreadOf(log.events, 'ann')]).toEqual([[], 0]);
  });

  it('(D50) begin to count anew 24 hours after the first', () => {
    const { log, starts, says, likes } = talk();
    const began = [starts(), says('one', 'ann'), says('two', 'ann')];
    const first = atInstant(likes('MessageLiked', 'one', 'ann', 'bob'), '2026-05-01T15:00:00.000Z');
    const second = likes('MessageLiked', 'two', 'ann', 'bob');
    const within = [...began, first, atInstant(second, '2026-05-02T14:59:59.999Z')];
    expect(rowsOf(within, 'ann')).toEqual([['message like', 2, id('two'), id('bob')]]);
    const later = [...began, first, atInstant(second, '2026-05-02T15:00:00.000Z')];
    expect(rowsOf(later, 'ann')).toEqual([['message like', 1, id('two'), id('bob')]]);
    expect(log.events).toHaveLength(5);
  });

  it('[NOTF-07 in part] are never of one’s own like', () => {
    const { log, starts, says, likes } = talk();
    starts();
    says('one', 'ann');
    likes('MessageLiked', 'one', 'ann', 'ann');
    likes('MessageUnliked', 'one', 'ann', 'ann');
    expect([listOf(log.events, 'ann'), unreadOf(log.events, 'ann')]).toEqual([[], 0]);
  });
});

describe('the end of a conversation', () => {
  it.each(['deletes', 'closes'] as const)('takes its notifications along at once, of both (%s)', (how) => {
    const rig = talk();
    const { log, starts, says, likes } = rig;
    starts();
    says('one', 'ann');
    says('two', 'bob');
    likes('MessageLiked', 'one', 'ann', 'bob');
    expect([unreadOf(log.events, 'ann'), unreadOf(log.events, 'bob')]).toEqual([2, 1]);
    if (how === 'deletes') rig.deletes();
    else rig.closes('ann');
    // Late ones are no news any more.
    says('late', 'ann');
    likes('MessageLiked', 'one', 'ann', 'bob');
    for (const user of ['ann', 'bob']) expect([listOf(log.events, user), unreadOf(log.events, user)]).toEqual([[], 0]);
  });

  it('begins anew with a row of its own, and a message that goes takes the row that is about it along', () => {
    const { log, starts, says, deletes, about } = talk();
    starts();
    says('one', 'ann');
    deletes();
    starts(2);
    says('anew', 'ann', { round: 2 });
    about('MessageDeleted', 'one', 'ann');
    expect(rowsOf(log.events, 'bob')).toEqual([['new chat', 1, id('anew'), id('ann')]]);
    about('MessageDeleted', 'anew', 'ann', 2);
    expect([listOf(log.events, 'bob'), unreadOf(log.events, 'bob')]).toEqual([[], 0]);
  });
});
