import type { EventNamed } from '#domain/registry.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Fold, type Folds, type Write, write } from '../kernel/projection.ts';
import { endedTargets, notificationKey, notifications, participants } from './collections.ts';
import { likeFolds } from './likeFolds.ts';
import { mailboxRefs, type News, openMailbox } from './mailbox.ts';
import { talkFolds } from './talkFolds.ts';

type Comment = Pick<EventNamed<'PostCreated'>['data'], 'root' | 'parent' | 'ancestors' | 'author'>;

/** Digits of the place among the notifications of one event. */
const PLACE_DIGITS = 2;

/** The thread of a comment: the post, or, of a reply, the comment on the post that is above it; `null`: it is a post. */
export function threadOf({ root, parent, ancestors }: Omit<Comment, 'author'>): string | null {
  if (parent === null) return null;
  return parent === root ? root : (ancestors[1] ?? parent);
}

const participantKey = (thread: string, user: string) => [thread, user].join('-');

function participantRef(comment: Comment): readonly DocumentRef[] {
  const thread = threadOf(comment);
  return thread === null ? [] : [{ collection: participants.name, key: participantKey(thread, comment.author) }];
}

/** The author has so many more comments in the thread. */
function takePart(comment: Comment, difference: 1 | -1, documents: DocumentView, position: string): readonly Write[] {
  const thread = threadOf(comment);
  if (thread === null) return [];
  const user = comment.author;
  const id = participantKey(thread, user);
  const before = documents.get(participants, id);
  const comments = (before?.comments ?? 0) + difference;
  if (comments < 0) return [];
  if (comments === 0) return [write(participants, id, null)];
  return [write(participants, id, { id, thread, user, comments, order: before?.order ?? position })];
}

const notificationRef = (key: string): DocumentRef => ({ collection: notifications.name, key });
const endedRef = (key: string): DocumentRef => ({ collection: endedTargets.name, key });

/** A comment is news for the author of what it answers (COMM-11); whom else it concerns comes by `ParticipantsNotified`. */
const postCreated: Fold<'PostCreated'> = {
  reads: ({ data }) =>
    data.parentAuthor === null
      ? []
      : [
          ...data.ancestors.map(endedRef),
          ...participantRef(data),
          notificationRef(notificationKey(data.postId, data.parentAuthor)),
          ...mailboxRefs(data.campus, data.parentAuthor),
        ],
  fold({ data, meta, position }, documents) {
    const { postId, parent, parentAuthor, root, author, campus } = data;
    if (parentAuthor === null) return [];
    // A comment below a deleted post or comment ends deleted, even if it comes late (D19).
    if (data.ancestors.some((above) => documents.get(endedTargets, above) !== undefined)) return [];
    const part = takePart(data, 1, documents, position);
    if (author === parentAuthor) return part;
    const mailbox = openMailbox(documents, campus, parentAuthor);
    const kind = parent === root ? 'comment' : 'comment reply';
    const news: News = {
      id: notificationKey(postId, parentAuthor),
      user: parentAuthor,
      campus,
      kind,
      target: postId,
      post: root,
      chat: null,
      actors: [author],
      total: 1,
      at: meta.at,
      began: meta.at,
      order: position,
    };
    mailbox.receive(news, { kind, thread: threadOf(data) ?? root, post: root });
    return [...part, ...mailbox.writes()];
  },
};

/** Whom a comment concerns beside the person whom it answers; each of them has one notification of it. */
const participantsNotified: Fold<'ParticipantsNotified'> = {
  reads: ({ data: { commentId, campus, userIds } }) => [
    endedRef(commentId),
    ...userIds.flatMap((user) => [notificationRef(notificationKey(commentId, user)), ...mailboxRefs(campus, user)]),
  ],
  fold({ data: { commentId, campus, author, root, kind, userIds }, meta, position }, documents) {
    if (documents.get(endedTargets, commentId) !== undefined) return [];
    return userIds.flatMap((user, place) => {
      const id = notificationKey(commentId, user);
      if (documents.get(notifications, id) !== undefined) return [];
      const mailbox = openMailbox(documents, campus, user);
      mailbox.receive({
        id,
        user,
        campus,
        kind,
        target: commentId,
        post: root,
        chat: null,
        actors: [author],
        total: 1,
        at: meta.at,
        began: meta.at,
        order: `${position}-${String(place).padStart(PLACE_DIGITS, '0')}`,
      });
      return mailbox.writes();
    });
  },
};

/** No more is notified of it; the cascade reactor ends the notifications that there are, each by an event (NOTF-14). */
const postDeleted: Fold<'PostDeleted'> = {
  reads: ({ data }) => [endedRef(data.postId), ...participantRef(data)],
  fold: ({ data, position }, documents) => [
    write(endedTargets, data.postId, { id: data.postId }),
    ...takePart(data, -1, documents, position),
  ],
};

const notificationEnded: Fold<'NotificationEnded'> = {
  reads: ({ data }) => [notificationRef(data.notificationId), ...mailboxRefs(data.campus, data.userId)],
  fold({ data: { notificationId, userId, campus } }, documents) {
    const mailbox = openMailbox(documents, campus, userId);
    mailbox.remove(notificationId);
    return mailbox.writes();
  },
};

const notificationsRead: Fold<'NotificationsRead'> = {
  reads: ({ data }) => [
    ...mailboxRefs(data.campus, data.userId),
    ...data.read.map(({ notificationId }) => notificationRef(notificationId)),
  ],
  fold({ data }, documents) {
    const mailbox = openMailbox(documents, data.campus, data.userId);
    for (const { notificationId, number } of data.read) mailbox.read(notificationId, number);
    return mailbox.writes();
  },
};

const allNotificationsRead: Fold<'AllNotificationsRead'> = {
  reads: ({ data }) => mailboxRefs(data.campus, data.userId),
  fold({ data }, documents) {
    const mailbox = openMailbox(documents, data.campus, data.userId);
    mailbox.readAll(data.upTo);
    return mailbox.writes();
  },
};

/** All that is unread of a thread was said in a mail. */
const notificationMailed: Fold<'NotificationMailed'> = {
  reads: ({ data }) => mailboxRefs(data.campus, data.userId),
  fold({ data: { kind, thread, number, campus, userId }, meta }, documents) {
    const mailbox = openMailbox(documents, campus, userId);
    mailbox.mailed({ kind, thread }, number, meta.at);
    return mailbox.writes();
  },
};

/** How each event changes notifications. */
export const notificationFolds: Folds = {
  ...likeFolds,
  ...talkFolds,
  PostCreated: postCreated,
  PostDeleted: postDeleted,
  ParticipantsNotified: participantsNotified,
  NotificationMailed: notificationMailed,
  NotificationEnded: notificationEnded,
  NotificationsRead: notificationsRead,
  AllNotificationsRead: allNotificationsRead,
};
