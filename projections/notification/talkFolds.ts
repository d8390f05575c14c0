import type { ChatEvent } from '#domain/chat/face.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { TALK_LIST } from '#domain/notification/kinds.ts';
import { LIKE_GROUP_MS, LIKED_MESSAGES_MAX } from '#domain/notification/limits.ts';
import type { EventNamed } from '#domain/registry.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Fold, type Folds, type Write, write } from '../kernel/projection.ts';
import {
  likedMessages,
  messageLikesKey,
  type Notification,
  notifications,
  talkNotificationKey,
  talks,
} from './collections.ts';
import { type Mailbox, mailboxRefs, type News, openMailbox } from './mailbox.ts';

type Liking = RecordedEvent<EventNamed<'MessageLiked' | 'MessageUnliked'>>;

const talkRef = (chatId: string): DocumentRef => ({ collection: talks.name, key: chatId });
const notificationRef = (key: string): DocumentRef => ({ collection: notifications.name, key });

/** The notification of what somebody was written in a conversation, and the list that it stands in. */
function talkRefs(chatId: string, userId: string): readonly DocumentRef[] {
  return [notificationRef(talkNotificationKey(chatId, userId)), ...mailboxRefs(TALK_LIST, userId)];
}

/** The notification of likes of somebody's messages. */
function likeRefs(chatId: string, userId: string): readonly DocumentRef[] {
  const key = messageLikesKey(chatId, userId);
  return [notificationRef(key), { collection: likedMessages.name, key }, ...mailboxRefs(TALK_LIST, userId)];
}

/** The fields that all notifications of a conversation have in common. */
function talkOf(
  chatId: string,
  user: string,
  actor: string,
): Pick<News, 'user' | 'campus' | 'post' | 'chat' | 'actors'> {
  return { user, campus: TALK_LIST, post: null, chat: chatId, actors: [actor] };
}

/** A conversation is news before its first message, as it is in the list of conversations (CHAT-18, NOTF-13). */
const chatStarted: Fold<'ChatStarted'> = {
  reads: ({ data: { chatId, partner } }) => [talkRef(chatId), ...talkRefs(chatId, partner)],
  fold({ data: { chatId, round, starter, partner }, meta: { at }, position }, documents) {
    const mailbox = openMailbox(documents, TALK_LIST, partner);
    mailbox.receive({
      ...talkOf(chatId, partner, starter),
      id: talkNotificationKey(chatId, partner),
      kind: 'new chat',
      target: chatId,
      total: 1,
      at,
      began: at,
      order: position,
    });
    return [write(talks, chatId, { id: chatId, round }), ...mailbox.writes()];
  },
};

/** A conversation without messages is read once it is opened; messages are, once they are seen. */
const chatOpened: Fold<'ChatOpened'> = {
  reads: ({ data: { chatId, partner } }) => talkRefs(chatId, partner),
  fold: ({ data: { chatId, partner } }, documents) => readTalk(documents, chatId, partner, chatId),
};

/** The newest message is seen, and with it all before. */
const messageSeen: Fold<'MessageSeen'> = {
  reads: ({ data: { chatId, recipient } }) => talkRefs(chatId, recipient),
  fold: ({ data: { messageId, chatId, recipient } }, documents) => readTalk(documents, chatId, recipient, messageId),
};

/** The notification is read, if this is what it is about by now. */
function readTalk(documents: DocumentView, chatId: string, userId: string, target: string): readonly Write[] {
  const found = documents.get(notifications, talkNotificationKey(chatId, userId));
  if (found?.target !== target) return [];
  const mailbox = openMailbox(documents, TALK_LIST, userId);
  mailbox.read(found.id, found.number);
  return mailbox.writes();
}

/** Messages of one conversation are one row, which rises and counts those since it was read (D50). */
const messageSent: Fold<'MessageSent'> = {
  reads: ({ data: { chatId, recipient } }) => [talkRef(chatId), ...talkRefs(chatId, recipient)],
  fold({ data: { messageId, chatId, round, author, recipient }, meta: { at }, position }, documents) {
    if (documents.get(talks, chatId)?.round !== round) return [];
    const id = talkNotificationKey(chatId, recipient);
    const mailbox = openMailbox(documents, TALK_LIST, recipient);
    mailbox.receive({
      ...talkOf(chatId, recipient, author),
      ...countOf(mailbox, documents.get(notifications, id), at),
      id,
      target: messageId,
      at,
      order: position,
    });
    return mailbox.writes();
  },
};

/** Kind and number of a conversation's messages, with one more: its first ones belong to its beginning (Q49). */
function countOf(
  mailbox: Mailbox,
  before: Notification | undefined,
  at: string,
): Pick<News, 'kind' | 'total' | 'began'> {
  const isFirst = before?.kind === 'new chat' && before.target === before.chat;
  if (isFirst) return { kind: 'new chat', total: 1, began: at };
  if (before === undefined || !mailbox.isUnread(before)) return { kind: 'message', total: 1, began: at };
  return { kind: before.kind, total: before.total + 1, began: before.began };
}

/** Likes of messages of one conversation within a day are one row, which rises and counts them (D50). */
const messageLiked: Fold<'MessageLiked'> = {
  reads: readsOfLike,
  fold({ data: { messageId, chatId, round, author, userId }, meta: { at }, position }, documents) {
    if (userId === author || documents.get(talks, chatId)?.round !== round) return [];
    const id = messageLikesKey(chatId, author);
    const before = documents.get(notifications, id);
    const isOpen = before !== undefined && Date.parse(at) - Date.parse(before.began) < LIKE_GROUP_MS;
    const counted = isOpen ? (documents.get(likedMessages, id)?.messages ?? []) : [];
    const isCounted = counted.includes(messageId);
    const mailbox = openMailbox(documents, TALK_LIST, author);
    mailbox.receive({
      ...talkOf(chatId, author, userId),
      id,
      kind: 'message like',
      target: messageId,
      total: (isOpen ? before.total : 0) + (isCounted ? 0 : 1),
      at,
      began: isOpen ? before.began : at,
      order: position,
    });
    const messages = [messageId, ...counted.filter((each) => each !== messageId)].slice(0, LIKED_MESSAGES_MAX);
    return [...mailbox.writes(), write(likedMessages, id, { id, messages })];
  },
};

function readsOfLike({ data: { chatId, author, userId } }: Liking): readonly DocumentRef[] {
  // Nobody is notified of what they did themselves (NOTF-07).
  return userId === author ? [] : [talkRef(chatId), ...likeRefs(chatId, author)];
}

const messageUnliked: Fold<'MessageUnliked'> = {
  reads: readsOfLike,
  fold: ({ data: { messageId, chatId, author, userId } }, documents) =>
    userId === author ? [] : unlike(documents, chatId, author, messageId),
};

/** A message is liked no more: it is taken off the notification that counts it. */
function unlike(documents: DocumentView, chatId: string, author: string, messageId: string): readonly Write[] {
  const id = messageLikesKey(chatId, author);
  const group = documents.get(notifications, id);
  const counted = documents.get(likedMessages, id)?.messages ?? [];
  if (group === undefined || !counted.includes(messageId)) return [];
  const messages = counted.filter((each) => each !== messageId);
  const [target] = messages;
  const mailbox = openMailbox(documents, TALK_LIST, author);
  if (target === undefined) mailbox.remove(id);
  else mailbox.replace({ ...group, target, total: group.total - 1 });
  return [...mailbox.writes(), write(likedMessages, id, target === undefined ? null : { id, messages })];
}

/** A notification about a message goes with it: a conversation of which the other one's words are gone is no news. */
const messageDeleted: Fold<'MessageDeleted'> = {
  reads: ({ data: { chatId, author, recipient } }) => [...talkRefs(chatId, recipient), ...likeRefs(chatId, author)],
  fold({ data: { messageId, chatId, author, recipient } }, documents) {
    const id = talkNotificationKey(chatId, recipient);
    const mailbox = openMailbox(documents, TALK_LIST, recipient);
    if (documents.get(notifications, id)?.target === messageId) mailbox.remove(id);
    return [...mailbox.writes(), ...unlike(documents, chatId, author, messageId)];
  },
};

/** Both lose the notifications of a conversation that is deleted, or in which nobody writes any more, at once (Q46, D53). */
const over = {
  reads: ({ data: { chatId, starter, partner } }: RecordedEvent<ChatEvent>) => [
    talkRef(chatId),
    ...[starter, partner].flatMap((user) => [...talkRefs(chatId, user), ...likeRefs(chatId, user)]),
  ],
  fold: ({ data: { chatId, starter, partner } }: RecordedEvent<ChatEvent>, documents: DocumentView) => [
    ...(documents.get(talks, chatId) === undefined ? [] : [write(talks, chatId, null)]),
    ...[starter, partner].flatMap((user) => withoutTalk(documents, chatId, user)),
  ],
};

function withoutTalk(documents: DocumentView, chatId: string, user: string): readonly Write[] {
  const likes = messageLikesKey(chatId, user);
  const mailbox = openMailbox(documents, TALK_LIST, user);
  mailbox.remove(talkNotificationKey(chatId, user));
  mailbox.remove(likes);
  const forgotten = documents.get(likedMessages, likes) === undefined ? [] : [write(likedMessages, likes, null)];
  return [...mailbox.writes(), ...forgotten];
}

/** How conversations change notifications: they have lists of their own, of no campus. */
export const talkFolds = {
  ChatStarted: chatStarted,
  ChatOpened: chatOpened,
  ChatDeleted: over,
  ChatClosed: over,
  MessageSent: messageSent,
  MessageSeen: messageSeen,
  MessageLiked: messageLiked,
  MessageUnliked: messageUnliked,
  MessageDeleted: messageDeleted,
} satisfies Folds;
