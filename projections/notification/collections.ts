import * as z from 'zod/mini';
import { mailedNotificationKinds, notificationKinds } from '#domain/notification/kinds.ts';
import { defineCollection } from '../kernel/collection.ts';
import { notificationTopicNames } from './topicNames.ts';

const notificationSchema = z.strictObject({
  /** `notificationKey` or `likeNotificationKey`. */
  id: z.string(),
  user: z.string(),
  /** `TALK_LIST` for what happens in a conversation. */
  campus: z.string(),
  /** `<campus>:<user>` */
  list: z.string(),
  kind: z.enum(notificationKinds),
  /**
   * What it is about, with which it ends: the new comment, what was saved or is liked, the newest message. Of a conversation
   * without a message, the conversation.
   */
  target: z.string(),
  /** The post above that, or itself; `null`: it is about a conversation. */
  post: z.nullable(z.string()),
  /** The conversation (DATA-06); `null`: it is about a post. */
  chat: z.nullable(z.string()),
  /** Who did it, those who came last first. */
  actors: z.array(z.string()),
  /** How many did it; of messages, how many there are since it was read. */
  total: z.int().check(z.minimum(1)),
  /** Place in the list, from 1; a new one whenever it comes again. */
  number: z.int().check(z.minimum(1)),
  /** It was read as it is now; all up to the mark of the list are read, too (`unread.ts`). */
  read: z.boolean(),
  /** ISO instants: of what it is about (D50), and of the first save, like or message that it counts. */
  at: z.string(),
  began: z.string(),
  /** Position of its event, with the place among those of one event: the order of the list. */
  order: z.string(),
});
export type Notification = z.infer<typeof notificationSchema>;

/** The list of a user on one campus. */
export function notificationListKey(campus: string, user: string): string {
  return [campus, user].join(':');
}

/** Key of the notification of a comment: recipient and event, so nobody is notified twice. */
export function notificationKey(commentId: string, userId: string): string {
  return [commentId, userId].join('-');
}

/** Key of the notification of saves or likes that began on a day, as in `2026-05-17`. */
export function likeNotificationKey(postId: string, userId: string, day: string): string {
  return [postId, userId, day].join('-');
}

/**
 * Key of the notification of a conversation's messages: one for each of the two, however long they talk, since it rises and
 * counts again.
 */
export function talkNotificationKey(chatId: string, userId: string): string {
  return notificationKey(chatId, userId);
}

/** Key of the notification of likes of one's messages in a conversation: the same two ids, the other way round. */
export function messageLikesKey(chatId: string, userId: string): string {
  return notificationKey(userId, chatId);
}

/**
 * Notifications: sent to their recipients alone. The post and the person come along, so what is shown is as they are now
 * (NOTF-08). A comment is asked for by `someComments`: it may be gone with its post, though its own deletion comes later. A message comes along, since the notification goes with its conversation at once.
 */
export const notifications = defineCollection<Notification>({
  name: 'notifications',
  schema: notificationSchema,
  queries: {
    list: { equals: ['list'], order: 'order' },
    /** For the cascade of a deletion. */
    ofTarget: { equals: ['target'], order: 'order' },
  },
  topics: ({ campus, user }) => [notificationTopicNames.notifications(campus, user)],
  refs: ({ actors, post, chat, target }) => [
    ...actors.slice(0, 1).map((key) => ({ collection: 'people', key })),
    ...(post === null ? [] : [{ collection: 'posts', key: post }]),
    ...(chat === null || chat === target ? [] : [{ collection: 'messages', key: target }]),
  ],
});

const unreadSchema = z.strictObject({
  /** `<campus>:<user>` */
  id: z.string(),
  campus: z.string(),
  user: z.string(),
  last: z.int().check(z.minimum(0)),
  mark: z.int().check(z.minimum(0)),
  known: z.array(z.int()),
  older: z.int().check(z.minimum(0)),
  olderUpTo: z.int().check(z.minimum(0)),
});
export type UnreadNotifications = z.infer<typeof unreadSchema>;

/** The unread ones of a list (`unread.ts`). Key: `notificationListKey(campus, user)`. */
export const unreadNotifications = defineCollection<UnreadNotifications>({
  name: 'unreadNotifications',
  schema: unreadSchema,
  queries: { byId: { equals: ['id'], order: null } },
  topics: ({ campus, user }) => [notificationTopicNames.unreadNotifications(campus, user)],
});

const likerSchema = z.strictObject({
  /** `<post or comment>-<user>` */
  id: z.string(),
  /** The notification that counts the user. */
  notification: z.string(),
});

/** Who is counted in which notification of saves or likes. Never published. */
export const likers = defineCollection<z.infer<typeof likerSchema>>({
  name: 'likers',
  schema: likerSchema,
  queries: {},
  topics: () => [],
});

const participantSchema = z.strictObject({
  /** `<thread>-<user>` */
  id: z.string(),
  /** The post whose comments it is about, or the comment whose replies. */
  thread: z.string(),
  user: z.string(),
  /** Comments of the user in the thread that are not deleted. */
  comments: z.int().check(z.minimum(1)),
  /** Position of the first one: people who came later are not notified of what was written before. */
  order: z.string(),
});
export type Participant = z.infer<typeof participantSchema>;

/** People who have written in a thread. Never published. */
export const participants = defineCollection<Participant>({
  name: 'participants',
  schema: participantSchema,
  queries: { ofThread: { equals: ['thread'], order: 'order' } },
  topics: () => [],
});

const endedTargetSchema = z.strictObject({ id: z.string() });

/** Deleted posts and comments: nobody is notified of them any more. Never published. Key: post id. */
export const endedTargets = defineCollection<z.infer<typeof endedTargetSchema>>({
  name: 'endedTargets',
  schema: endedTargetSchema,
  queries: {},
  topics: () => [],
});

const talkSchema = z.strictObject({
  /** The conversation's. */
  id: z.string(),
  round: z.int(),
});

/** Conversations that stand, and go on: of others nobody is notified. Never published. Key: chat id. */
export const talks = defineCollection<z.infer<typeof talkSchema>>({
  name: 'talks',
  schema: talkSchema,
  queries: {},
  topics: () => [],
});

const likedMessagesSchema = z.strictObject({
  /** The notification's. */
  id: z.string(),
  /** Those that it counts, the last one first. */
  messages: z.array(z.string()),
});

/** Which messages a notification of their likes counts. Never published. Key: `messageLikesKey(chat, user)`. */
export const likedMessages = defineCollection<z.infer<typeof likedMessagesSchema>>({
  name: 'likedMessages',
  schema: likedMessagesSchema,
  queries: {},
  topics: () => [],
});

const mailThreadSchema = z.strictObject({
  kind: z.enum(mailedNotificationKinds),
  /** The post whose comments it is about, the comment whose replies, or what is liked. */
  thread: z.string(),
  /** The post above. */
  post: z.string(),
  /** ISO instant of the last mail since somebody looked; `null`: there was none. */
  mailedAt: z.nullable(z.string()),
  /** All notifications up to this number were mailed. */
  mailedUpTo: z.int(),
  /** Unread notifications, the newest first; each with the instant from which it waits for a mail. */
  unread: z.array(z.strictObject({ id: z.string(), number: z.int(), at: z.string() })),
});
export type MailThread = z.infer<typeof mailThreadSchema>;

const notificationMailsSchema = z.strictObject({
  /** `<campus>:<user>` */
  id: z.string(),
  campus: z.string(),
  user: z.string(),
  /** `due`: a mail goes at `dueAt`; `idle`: all that is unread was mailed. */
  status: z.enum(['due', 'idle']),
  /** ISO instant; empty while nothing is due. */
  dueAt: z.string(),
  threads: z.array(mailThreadSchema),
});
export type NotificationMails = z.infer<typeof notificationMailsSchema>;

/** Mails about what is unread in a list (`mailThreads.ts`). Never published. Key: `notificationListKey(campus, user)`. */
export const notificationMails = defineCollection<NotificationMails>({
  name: 'notificationMails',
  schema: notificationMailsSchema,
  queries: { byStatus: { equals: ['status'], order: 'dueAt' } },
  topics: () => [],
});
