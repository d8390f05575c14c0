import fc from 'fast-check';
import { TALK_LIST } from '#domain/notification/kinds.ts';
import type { Notification, UnreadNotifications } from '#projections/notification/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { id } from '#test/projections/support/events.ts';
import { drawFrom, type Known } from '../acts.ts';
import { mayLookInto } from '../campus/parts.ts';
import { type Asked, commandModel, type MaySee, type NounModel, type Quiet } from '../model.ts';
import type { Created } from '../post/parts.ts';
import { notificationAnswers } from './answers.ts';
import { notificationDocumentsOf } from './documents.ts';
import { notificationSteps } from './history.ts';
import { notificationRights } from './rights.ts';
import { notificationRule } from './rule.ts';

const nothing = fc.constant(null);
const someId = `${id('question')}-${id('ada')}`;

/** Comments of the world, or the deleted ones among them. */
function commentsOf({ world }: Pick<Asked, 'world'>): readonly string[] {
  return world.ids('post').filter((each) => (world.post(each).place?.parent ?? null) !== null);
}

const oneOf = (ids: readonly string[], pick: number) => ids[pick % (ids.length || 1)] ?? id('nobody');

/** Only to its recipient, and while that may see the campus. */
const ownOnly: MaySee = ({ viewer, doc }) => {
  const { user, campus } = doc as Pick<Notification, 'user' | 'campus'>;
  // Conversations are of no campus.
  return user === viewer.userId && (campus === TALK_LIST || mayLookInto(viewer, campus));
};

/** The thread of a comment. */
const threadOf = ({ parent, root, ancestors }: Created) => (parent === root ? root : ancestors[1]);

/** People who have an older comment in the thread of a comment that somebody else wrote, and were not notified. */
function* unnotified({ history, documents: found }: Quiet): Iterable<string> {
  const deleted = new Set(
    history.flatMap(({ type, data }) => (type === 'PostDeleted' ? (data as Created).postId : [])),
  );
  const members = new Map<string, Set<string>>();
  // A reactor begins at the end of the log that it finds: what is older is nobody's news.
  let isAnswering = false;
  for (const { type, data, meta } of history) {
    isAnswering ||= meta.actor.startsWith('reactor:');
    const comment = data as Created;
    if (type !== 'PostCreated' || comment.parent === null) continue;
    if ([comment.postId, ...comment.ancestors].some((each) => deleted.has(each))) continue;
    const thread = threadOf(comment) ?? '';
    const before = members.get(thread) ?? new Set();
    for (const user of isAnswering ? before : []) {
      if (user === comment.author) continue;
      const key = `${comment.postId}-${user}`;
      if (found.get('notifications', key)?.doc == null) yield `${user} is not notified of the comment ${key}`;
    }
    members.set(thread, before.add(comment.author));
  }
}

/** A notification of something deleted ends, and everybody whom a comment concerns is notified: by the house. */
function* unfinished(quiet: Quiet): Iterable<string> {
  const { history, documents: found } = quiet;
  const deleted = new Set(
    history.flatMap(({ type, data }) => (type === 'PostDeleted' ? (data as Created).postId : [])),
  );
  for (const { key, doc } of found.all('notifications')) {
    if (doc !== null && deleted.has((doc as Notification).target)) yield `the notification ${key} is left`;
  }
  yield* unnotified(quiet);
}

const ownOnes = ({ all, me, campus }: Known) =>
  all<Notification>('notifications').flatMap(({ doc }) =>
    doc?.user === me && [campus, TALK_LIST].includes(doc.campus) ? doc : [],
  );

function readOne(known: Known) {
  const own = drawFrom(known, ownOnes(known));
  if (own === undefined && !known.mayErr) return null;
  // One that is nobody's: nothing happens.
  const read = [{ notificationId: own?.id ?? someId, number: own?.number ?? 1 }];
  return { type: 'ReadNotifications', data: { campus: own?.campus ?? known.campus, read } };
}

function readAll(known: Known) {
  const { me } = known;
  const campus = drawFrom(known, [known.campus, TALK_LIST]) ?? TALK_LIST;
  const list = known.all<UnreadNotifications>('unreadNotifications').find(({ key }) => key === `${campus}:${me}`);
  const upTo = list?.doc?.last ?? (known.mayErr ? 1 : undefined);
  return upTo === undefined ? null : { type: 'ReadAllNotifications', data: { campus, upTo } };
}

/** Notifications: they follow from what others did; people only read them. */
export const notificationModel: NounModel = {
  noun: 'notification',
  rights: notificationRights,
  commands: {
    ReadNotifications: commandModel({
      by: 'person',
      lawful: { campus: 'ou', read: [{ notificationId: someId, number: 1 }] },
      fields: fc.integer({ min: 1, max: 20 }),
      payload: ({ world, pick, userId, fields: number }) => ({
        data: { campus: 'ou', read: [{ notificationId: `${oneOf(commentsOf({ world }), pick)}-${userId}`, number }] },
      }),
    }),
    ReadAllNotifications: commandModel({
      by: 'person',
      lawful: { campus: 'ou', upTo: 1 },
      fields: fc.integer({ min: 1, max: 20 }),
      payload: ({ fields: upTo }) => ({ data: { campus: 'ou', upTo } }),
    }),
    NotifyParticipants: commandModel({
      by: 'house',
      often: 2,
      mayDoNothing: true,
      lawful: { commentId: id('question'), userIds: [id('ada')] },
      fields: nothing,
      payload: ({ world, pick, pick2, userId }) => {
        const users = world.ids('user');
        const some = users.slice(pick2 % (users.length || 1)).slice(0, 3);
        return {
          data: { commentId: oneOf(commentsOf({ world }), pick), userIds: some.length === 0 ? [userId] : some },
        };
      },
    }),
    MailNotification: commandModel({
      by: 'house',
      mayDoNothing: true,
      lawful: {
        ...{ notificationId: someId, number: 1, userId: id('ada'), campus: 'ou' },
        ...{ kind: 'comment', thread: id('desk') },
      },
      fields: fc.integer({ min: 1, max: 20 }),
      payload: ({ world, pick, userId, fields: number }) => {
        const comment = oneOf(commentsOf({ world }), pick);
        const thread = world.post(comment).place?.root ?? id('desk');
        const notificationId = `${comment}-${userId}`;
        return { data: { notificationId, number, userId, campus: 'ou', kind: 'comment', thread } };
      },
    }),
    EndNotification: commandModel({
      by: 'house',
      mayDoNothing: true,
      lawful: { notificationId: someId, userId: id('ada'), postId: id('question') },
      fields: nothing,
      payload: ({ world, pick, userId }) => {
        const postId = oneOf(
          world.ids('post').filter((each) => world.post(each).deleted),
          pick,
        );
        return { data: { notificationId: `${postId}-${userId}`, userId, postId } };
      },
    }),
  },
  rule: notificationRule,
  steps: notificationSteps,
  documents: notificationDocumentsOf,
  access: { notifications: ownOnly, unreadNotifications: ownOnly },
  hidden: ['likers', 'participants', 'endedTargets', 'talks', 'likedMessages', 'notificationMails'],
  unfinished,
  answers: notificationAnswers,
  topics: ({ campus, me }) => [
    [2, topicName.notifications(campus, me)],
    [2, topicName.unreadNotifications(campus, me)],
    [2, topicName.notifications(TALK_LIST, me)],
    [2, topicName.unreadNotifications(TALK_LIST, me)],
  ],
  acts: {
    readNotification: { often: 2, command: readOne },
    readNotifications: { often: 1, command: readAll },
  },
};
