import { describe, expect, it } from '@jest/globals';
import { STREAM_MAX_EVENTS } from '#domain/kernel/limits.ts';
import { notificationDecider } from '#domain/notification/decider.ts';
import type { NotificationEvent } from '#domain/notification/events.ts';
import { notificationKinds } from '#domain/notification/kinds.ts';
import type { PostState } from '#domain/post/state.ts';
import type { UserState } from '#domain/user/state.ts';
import { as, given, system, visitor } from '../given.ts';
import {
  ada,
  bob,
  commented,
  confirmed,
  deleted,
  desk,
  erased,
  id,
  postAfter,
  posted,
  registered,
  userAfter,
} from '../samples.ts';

const question = commented('question');
const commentId = id('question');
const cid = id('cid');
const dan = id('dan');
const read = [{ notificationId: `${commentId}-${ada}`, number: 3 }];
const readOnes = { id: id('read'), type: 'ReadNotifications', data: { campus: 'ou', read } } as const;
const readAll = { id: id('all'), type: 'ReadAllNotifications', data: { campus: 'ou', upTo: 7 } } as const;
const confirmedAda = userAfter(registered(ada), confirmed(ada));

const byAda = (user: UserState = confirmedAda) => ({ actor: as(ada), facts: { user } });

describe('reading notifications', () => {
  it('[NOTF-03 in part] says which were read, and how they were then; one mark is one event', () => {
    const event: NotificationEvent = { type: 'NotificationsRead', data: { userId: ada, campus: 'ou', read } };
    given(notificationDecider).when(readOnes, byAda()).thenExactly(event);
    given(notificationDecider, event).when(readOnes, byAda()).thenNothing();
    const all: NotificationEvent = { type: 'AllNotificationsRead', data: { userId: ada, campus: 'ou', upTo: 7 } };
    given(notificationDecider).when(readAll, byAda()).thenExactly(all);
    given(notificationDecider, all).when(readAll, byAda()).thenNothing();
  });

  it('needs a confirmed address', () => {
    for (const command of [readOnes, readAll]) {
      given(notificationDecider)
        .when(command, byAda(userAfter(registered(ada))))
        .thenRefused('EMAIL_NOT_CONFIRMED');
      given(notificationDecider)
        .when(command, byAda(userAfter(registered(ada), confirmed(ada), erased(ada))))
        .thenRefused('SIGNED_OUT');
      given(notificationDecider)
        .when(command, { ...byAda(), actor: visitor })
        .thenRefused('SIGNED_OUT');
    }
  });
});

const notify = (userIds: string[]) =>
  ({ id: id('notify'), type: 'NotifyParticipants', data: { commentId, userIds } }) as const;
const byHouse = (comment: PostState = postAfter(question), parent: PostState | null = postAfter(posted())) => ({
  actor: system,
  facts: { comment, parent },
});
const notified = (userIds: string[], kind: 'post interaction' | 'comment interaction' = 'post interaction') =>
  ({
    type: 'ParticipantsNotified',
    data: { commentId, campus: 'ou', author: bob, root: desk, kind, userIds },
  }) as const;

describe('notifying the people of a thread', () => {
  it('[NOTF-02 in part] [NOTF-07 in part] (Q49) names each once, and neither the author of the comment nor of the post', () => {
    given(notificationDecider)
      .when(notify([cid, bob, dan, cid, ada]), byHouse())
      .thenExactly(notified([cid, dan]));
    given(notificationDecider, notified([cid]))
      .when(notify([cid, dan]), byHouse())
      .thenExactly(notified([dan]));
    given(notificationDecider, notified([cid, dan]))
      .when(notify([dan]), byHouse())
      .thenNothing();
    given(notificationDecider)
      .when(notify([bob]), byHouse())
      .thenNothing();
  });

  it('is about a thread of replies where the comment is a reply', () => {
    const reply = commented('question', [desk, id('above')]);
    given(notificationDecider)
      .when(notify([cid]), byHouse(postAfter(reply), postAfter(commented('above'))))
      .thenExactly(notified([cid], 'comment interaction'));
  });

  it('is for the house alone, and not of a deleted comment, a post, or nothing', () => {
    given(notificationDecider)
      .when(notify([cid]), { ...byHouse(), actor: as(bob) })
      .thenRefused('NOT_ALLOWED');
    given(notificationDecider)
      .when(notify([cid]), byHouse(postAfter(question, deleted(question))))
      .thenRefused('POST_DELETED');
    given(notificationDecider)
      .when(notify([cid]), byHouse(postAfter(posted()), null))
      .thenRefused('POST_UNKNOWN');
    given(notificationDecider)
      .when(notify([cid]), byHouse(postAfter(), null))
      .thenRefused('POST_UNKNOWN');
  });

  it('may use the rest of a stream that is kept for closing', () => {
    const full = { ...notificationDecider.initial, eventCount: STREAM_MAX_EVENTS - 1 };
    const context = { now: '', campus: 'ou', hash: () => '', ...byHouse() };
    expect(notificationDecider.decide(full, notify([cid]), context).ok).toBe(true);
  });
});

describe('the end of a notification', () => {
  const notificationId = `${commentId}-${ada}`;
  const end = {
    id: id('end'),
    type: 'EndNotification',
    data: { notificationId, userId: ada, postId: commentId },
  } as const;
  const ended: NotificationEvent = { type: 'NotificationEnded', data: { notificationId, userId: ada, campus: 'ou' } };
  const about = (post: PostState) => ({ actor: system, facts: { post } });

  it('[NOTF-14 in part] comes with that of the comment, once', () => {
    const gone = about(postAfter(question, deleted(question)));
    given(notificationDecider).when(end, gone).thenExactly(ended);
    given(notificationDecider, ended).when(end, gone).thenNothing();
  });

  it('does not come before, and is for the house alone', () => {
    given(notificationDecider)
      .when(end, about(postAfter(question)))
      .thenRefused('POST_STANDS');
    given(notificationDecider).when(end, about(postAfter())).thenRefused('POST_UNKNOWN');
    given(notificationDecider)
      .when(end, { ...about(postAfter(question, deleted(question))), actor: as(ada) })
      .thenRefused('NOT_ALLOWED');
  });
});

it('[NOTF-02 in part] the kinds are those of the specification', () => {
  expect([...notificationKinds]).toEqual([
    'comment',
    'comment reply',
    'post interaction',
    'comment interaction',
    'like',
    'new chat',
    'message',
    'message like',
  ]);
});
