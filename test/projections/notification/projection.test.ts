import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { LIKE_ACTORS_MAX } from '#domain/notification/limits.ts';
import {
  likeNotificationKey,
  type Notification,
  notificationKey,
  notificationListKey,
  notifications,
  type UnreadNotifications,
  unreadNotifications,
} from '#projections/notification/collections.ts';
import { isUnread, unreadCount } from '#projections/notification/unread.ts';
import {
  below,
  createLogBuilder,
  creation,
  deletion,
  id,
  liking,
  type Place,
  saving,
  topLevel,
} from '../support/events.ts';
import { documentOf, foldAll } from '../support/folded.ts';
import { historyArbitrary } from '../support/history.ts';

const SEED = 20_261_128;
const lamp = topLevel('lamp', 'ann');
const ask = below(lamp, 'ask', 'bob');
const answer = below(ask, 'answer', 'cid');

/** A comment, with the author of what it answers. */
const written = (place: Place, parentAuthor: string | null) => ({
  ...creation(place),
  parentAuthor: parentAuthor === null ? null : id(parentAuthor),
});

const list = (user: string) => notificationListKey('ou', id(user));

function listOf(events: readonly RecordedEvent[], user: string): readonly Notification[] {
  return foldAll(events)
    .query(notifications.name, 'list', [list(user)])
    .map(({ doc }) => doc as Notification);
}

function unreadOf(events: readonly RecordedEvent[], user: string): number {
  const unread = documentOf(foldAll(events), unreadNotifications, list(user));
  return unread == null ? 0 : unreadCount(unread);
}

/** The event at another instant. */
const atInstant = (event: RecordedEvent, at: string): RecordedEvent => ({ ...event, meta: { ...event.meta, at } });

describe('notifications of comments', () => {
  it('[NOTF-02 in part] [COMM-11 in part] [DATA-06 in part] go to the author of what is answered', () => {
    const log = createLogBuilder();
    log.add('PostCreated', written(lamp, null));
    log.add('PostCreated', written(ask, 'ann'));
    log.add('PostCreated', written(answer, 'bob'));
    expect(listOf(log.events, 'ann')).toEqual([
      expect.objectContaining({
        id: notificationKey(ask.postId, id('ann')),
        kind: 'comment',
        target: ask.postId,
        post: lamp.postId,
        actors: [id('bob')],
        read: false,
        at: log.events[1]?.meta.at,
      }),
    ]);
    expect(listOf(log.events, 'bob')).toEqual([
      expect.objectContaining({ kind: 'comment reply', target: answer.postId, actors: [id('cid')] }),
    ]);
    expect(listOf(log.events, 'cid')).toEqual([]);
  });

  it('[NOTF-07 in part] [COMM-11 in part] are never of what one did oneself', () => {
    const log = createLogBuilder();
    log.add('PostCreated', written(lamp, null));
    log.add('PostCreated', written(below(lamp, 'own', 'ann'), 'ann'));
    log.add('PostSaved', saving(lamp, 'ann'));
    log.add('PostUnsaved', saving(lamp, 'ann'));
    expect(listOf(log.events, 'ann')).toEqual([]);
    expect(unreadOf(log.events, 'ann')).toBe(0);
  });

  it('come once for a comment, however it concerns somebody', () => {
    const log = createLogBuilder();
    log.add('PostCreated', written(lamp, null));
    log.add('PostCreated', written(ask, 'ann'));
    const { postId: commentId, campus, author, root } = ask;
    const userIds = [id('ann'), id('dan')];
    log.add('ParticipantsNotified', { commentId, campus, author, root, kind: 'post interaction', userIds });
    log.add('ParticipantsNotified', { commentId, campus, author, root, kind: 'post interaction', userIds });
    expect(listOf(log.events, 'ann').map(({ kind }) => kind)).toEqual(['comment']);
    expect(listOf(log.events, 'dan').map(({ kind }) => kind)).toEqual(['post interaction']);
    expect([unreadOf(log.events, 'ann'), unreadOf(log.events, 'dan')]).toEqual([1, 1]);
  });

  it('[NOTF-14 in part] go after their comment, and none comes to it later', () => {
    const log = createLogBuilder();
    log.add('PostCreated', written(lamp, null));
    log.add('PostCreated', written(ask, 'ann'));
    log.add('PostDeleted', deletion(ask));
    const notificationId = notificationKey(ask.postId, id('ann'));
    log.add('NotificationEnded', { notificationId, userId: id('ann'), campus: 'ou' });
    expect([listOf(log.events, 'ann'), unreadOf(log.events, 'ann')]).toEqual([[], 0]);
    log.add('PostCreated', written(answer, 'bob'));
    const { postId: commentId, campus, author, root } = ask;
    const late = { commentId, campus, author, root, kind: 'post interaction', userIds: [id('dan')] };
    log.add('ParticipantsNotified', late);
    log.add('CommentLiked', liking(ask, 'dan'));
    for (const user of ['ann', 'bob', 'dan']) expect(listOf(log.events, user)).toEqual([]);
  });

  it('a read mark of somebody else, or of another campus, changes nothing', () => {
    const log = createLogBuilder();
    log.add('PostCreated', written(lamp, null));
    log.add('PostCreated', written(ask, 'ann'));
    const read = [{ notificationId: notificationKey(ask.postId, id('ann')), number: 9 }];
    log.add('NotificationsRead', { userId: id('bob'), campus: 'ou', read });
    log.add('NotificationsRead', { userId: id('ann'), campus: 'ut', read });
    log.add('AllNotificationsRead', { userId: id('bob'), campus: 'ou', upTo: 9 });
    expect(unreadOf(log.events, 'ann')).toBe(1);
    log.add('NotificationsRead', { userId: id('ann'), campus: 'ou', read });
    expect(unreadOf(log.events, 'ann')).toBe(0);
  });
});

describe('notifications of saves and likes', () => {
  it('[NOTF-02 in part] (D50) are one row for a thing, which rises and counts again; each person counts once', () => {
    const log = createLogBuilder();
    log.add('PostCreated', written(lamp, null));
    log.add('PostSaved', saving(lamp, 'bob'));
    const [first] = listOf(log.events, 'ann');
    log.add('NotificationsRead', {
      userId: id('ann'),
      campus: 'ou',
      read: [{ notificationId: first?.id, number: first?.number }],
    });
    expect(unreadOf(log.events, 'ann')).toBe(0);
    log.add('PostSaved', saving(lamp, 'cid'));
    expect(listOf(log.events, 'ann')).toEqual([
      expect.objectContaining({ kind: 'like', actors: [id('cid'), id('bob')], total: 2, read: false }),
    ]);
    expect(unreadOf(log.events, 'ann')).toBe(1);
    log.add('PostUnsaved', saving(lamp, 'cid'));
    log.add('PostSaved', saving(lamp, 'cid'));
    expect(listOf(log.events, 'ann')[0]).toMatchObject({ actors: [id('cid'), id('bob')], total: 2 });
    log.add('PostUnsaved', saving(lamp, 'cid'));
    log.add('PostUnsaved', saving(lamp, 'bob'));
    expect([listOf(log.events, 'ann'), unreadOf(log.events, 'ann')]).toEqual([[], 0]);
  });

  it('(D50) begin a new row 24 hours after the first, also over midnight', () => {
    const log = createLogBuilder();
    const events = [
      log.add('PostCreated', written(lamp, null)),
      atInstant(log.add('PostSaved', saving(lamp, 'bob')), '2026-05-01T15:00:00.000Z'),
      atInstant(log.add('PostSaved', saving(lamp, 'cid')), '2026-05-02T14:59:59.999Z'),
      atInstant(log.add('PostSaved', saving(lamp, 'dan')), '2026-05-02T15:00:00.000Z'),
      atInstant(log.add('PostSaved', saving(lamp, 'eve')), '2026-05-02T23:00:00.000Z'),
      atInstant(log.add('PostUnsaved', saving(lamp, 'cid')), '2026-05-02T23:30:00.000Z'),
    ];
    const shown = listOf(events, 'ann').map(({ id: key, actors, total, at }) => ({ key, actors, total, at }));
    expect(shown).toEqual([
      {
        key: likeNotificationKey(lamp.postId, id('ann'), '2026-05-02'),
        actors: [id('eve'), id('dan')],
        total: 2,
        at: '2026-05-02T23:00:00.000Z',
      },
      {
        key: likeNotificationKey(lamp.postId, id('ann'), '2026-05-01'),
        actors: [id('bob')],
        total: 1,
        at: '2026-05-02T14:59:59.999Z',
      },
    ]);
    // An old row stays as it was: it says what happened then.
    const late = atInstant(log.add('PostUnsaved', saving(lamp, 'bob')), '2026-05-09T00:00:00.000Z');
    expect(listOf([...events, late], 'ann').map(({ total }) => total)).toEqual([2, 1]);
  });

  it('count everybody, and know those by name who came last', () => {
    const log = createLogBuilder();
    log.add('PostCreated', written(lamp, null));
    const fans = Array.from({ length: LIKE_ACTORS_MAX + 3 }, (_, n) => `fan${n}`);
    for (const fan of fans) log.add('PostSaved', saving(lamp, fan));
    const newest = fans.toReversed().slice(0, LIKE_ACTORS_MAX).map(id);
    expect(listOf(log.events, 'ann')[0]).toMatchObject({ actors: newest, total: fans.length });
    expect(unreadOf(log.events, 'ann')).toBe(1);
  });
});

it('[DATA-15] after every history the numbers equal what the lists show, and nobody is notified of an own act', () => {
  const seen = { unread: 0, read: 0 };
  fc.assert(
    fc.property(historyArbitrary, (history) => {
      const documents = foldAll(history);
      const rows = [...documents.all(notifications.name)].flatMap(({ doc }) => (doc as Notification | null) ?? []);
      for (const { doc } of documents.all(unreadNotifications.name)) {
        const unread = doc as UnreadNotifications;
        const own = rows.filter((row) => row.list === unread.id && isUnread(row, unread));
        expect(unreadCount(unread)).toBe(own.length);
        seen.unread += own.length;
      }
      seen.read += rows.filter(({ read }) => read).length;
      for (const { actors, user } of rows) expect(actors).not.toContain(user);
    }),
    { seed: SEED, numRuns: 150 },
  );
  // Otherwise it proves nothing.
  expect(seen.unread).toBeGreaterThan(50);
  expect(seen.read).toBeGreaterThan(5);
});
