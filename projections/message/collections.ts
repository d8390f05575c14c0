import * as z from 'zod/mini';
import { mediaSchema } from '#domain/kernel/media.ts';
import { personalField, personalFields } from '#domain/kernel/personal.ts';
import { defineCollection } from '../kernel/collection.ts';
import { userTopicNames } from '../user/topicNames.ts';
import { messageTopicNames } from './topicNames.ts';

const count = z.int().check(z.minimum(0));

const messageSchema = z.strictObject({
  id: z.string(),
  chat: z.string(),
  round: z.int(),
  /** `threadKey(chat, round)`. */
  thread: z.string(),
  author: z.string(),
  recipient: z.string(),
  text: personalField(z.string()),
  media: personalField(z.array(mediaSchema)),
  hasMedia: z.boolean(),
  /** A shared post (CHAT-21). */
  post: z.nullable(z.strictObject({ id: z.string(), campus: z.string() })),
  /** ISO instant. */
  sentAt: z.string(),
  /** Position of its sending: the order of a conversation is the log's, never a device's clock. */
  order: z.string(),
  /** Which one of its author's in this round it is, from 1: read marks are compared by it. */
  ordinal: z.int().check(z.minimum(1)),
  /** Those of the two who like it (CHAT-11). */
  likedBy: z.array(z.string()),
});
export type Message = z.infer<typeof messageSchema>;

/** One round of a conversation, as its messages name it. */
export function threadKey(chatId: string, round: number): string {
  return [chatId, round].join(':');
}

/** Messages, for the two people of their conversation (DATA-05). Key: message id. */
export const messages = defineCollection<Message>({
  name: 'messages',
  schema: messageSchema,
  subject: 'author',
  personal: personalFields(messageSchema),
  queries: {
    thread: { equals: ['thread'], order: 'order' },
    /** All that somebody wrote: what ends with the account. */
    ofAuthor: { equals: ['author'], order: 'order' },
  },
  topics: (message) => [messageTopicNames.messages(message.chat, String(message.round))],
});

const conversationSchema = z.strictObject({
  /** `conversationKey(chat, user)`. */
  id: z.string(),
  chat: z.string(),
  round: z.int(),
  /** Whose list it is in. */
  user: z.string(),
  partner: z.string(),
  /** ISO instant of the last message; of the beginning before there is one (CHAT-24). */
  lastModified: z.string(),
  /** Position of the beginning of this round. */
  started: z.string(),
  /** Position of the last message, or of the beginning: the order of the list (CHAT-01). */
  activity: z.string(),
  /** The newest message; `null` before the first one (CHAT-24). */
  lastMessage: z.nullable(z.strictObject({ id: z.string(), author: z.string() })),
  /** Messages that the user has written in this round, and the ordinal of the last one that the partner has seen. */
  sent: count,
  sentSeen: count,
  /** The same of the partner's messages: what the user has got, and has seen. */
  received: count,
  receivedSeen: count,
  /** The user began it, or has opened it (CHAT-18). */
  opened: z.boolean(),
  /** The partner's account has ended (D53). */
  closed: z.boolean(),
});
export type Conversation = z.infer<typeof conversationSchema>;

/** Key of the document that says how a conversation stands for one of the two. */
export function conversationKey(chatId: string, userId: string): string {
  return [chatId, userId].join('-');
}

/** Whether a conversation is marked as unread in its user's list (`read[]` of DATA-04 holds the user then, CHAT-18). */
export function isUnread({
  opened,
  received,
  receivedSeen,
}: Pick<Conversation, 'opened' | 'received' | 'receivedSeen'>) {
  return !opened || received > receivedSeen;
}

/** A conversation as it stands for one of the two: sent to that person alone. Key: `conversationKey(chat, user)`. */
export const conversations = defineCollection<Conversation>({
  name: 'conversations',
  schema: conversationSchema,
  queries: {
    list: { equals: ['user'], order: 'activity' },
    /** The sides of a person whose account ends, in an order that no message changes. */
    ofUser: { equals: ['user'], order: 'started' },
  },
  topics: (conversation) => [userTopicNames.me(conversation.user), messageTopicNames.conversations(conversation.user)],
  refs: (conversation) => [
    { collection: 'people', key: conversation.partner },
    ...(conversation.lastMessage === null ? [] : [{ collection: 'messages', key: conversation.lastMessage.id }]),
  ],
});

const unreadChatsSchema = z.strictObject({
  /** The user's. */
  id: z.string(),
  /** Conversations that are unread. */
  chats: count,
});
export type UnreadChats = z.infer<typeof unreadChatsSchema>;

/** How many of a person's conversations are unread (CHAT-19, DATA-15); comes with the account. Key: user id. */
export const unreadChats = defineCollection<UnreadChats>({
  name: 'unreadChats',
  schema: unreadChatsSchema,
  queries: {},
  topics: ({ id }) => [userTopicNames.me(id)],
});

const closedThreadSchema = z.strictObject({ id: z.string() });

/** Rounds that were deleted: what is still written in one is dropped. Never published. Key: `threadKey(chat, round)`. */
export const closedThreads = defineCollection<z.infer<typeof closedThreadSchema>>({
  name: 'closedThreads',
  schema: closedThreadSchema,
  queries: {},
  topics: () => [],
});

const answerTimesSchema = z.strictObject({
  /** The user's. */
  id: z.string(),
  /** Conversations that others began by writing to the user, each once, the newest last. */
  list: z.array(
    z.strictObject({
      chat: z.string(),
      /** Of several rounds the last one that somebody else began. */
      round: z.int(),
      /** ISO instant of the first message. */
      at: z.string(),
      /** Minutes until the user's first one, rounded up; `null`: none came. */
      minutes: z.nullable(count),
    }),
  ),
});
export type AnswerTimes = z.infer<typeof answerTimesSchema>;

/** Who was written to, and how long the answers took. Never published. Key: user id. */
export const answerTimes = defineCollection<AnswerTimes>({
  name: 'answerTimes',
  schema: answerTimesSchema,
  queries: {},
  topics: () => [],
});

/** Times within which one may answer, in minutes, the shortest first. */
export const PACES = { hour: 60, hours: 4 * 60, day: 24 * 60, week: 7 * 24 * 60 } as const;
export type Pace = keyof typeof PACES;

const answerPaceSchema = z.strictObject({
  id: z.string(),
  /** Within which time the user usually answers; `null`: it is slower, or not known. */
  within: z.nullable(z.enum(['hour', 'hours', 'day', 'week'])),
  /** Day of UTC on which that was judged last, by a question or an answer: an old judgement says little. Without a pace since when. */
  day: z.string(),
});

/** How quickly people answer who writes to them first: sent with the profile, to those who may see it. Key: user id. */
export const answerPaces = defineCollection<z.infer<typeof answerPaceSchema>>({
  name: 'answerPaces',
  schema: answerPaceSchema,
  queries: {},
  topics: () => [],
});

const dueMailSchema = z.strictObject({
  /** `conversationKey(chat, user)`. */
  id: z.string(),
  /** `due`: a mail goes at `dueAt`; `mailed`: it went, and nothing was looked at since. */
  status: z.enum(['due', 'mailed']),
  /** ISO instant. */
  dueAt: z.string(),
  /** ISO instant of the last mail since somebody looked; `null`: there was none. */
  mailedAt: z.nullable(z.string()),
  /** The newest unread message. */
  message: z.string(),
});
export type DueMail = z.infer<typeof dueMailSchema>;

/** Mails about unread messages (NOTF-09, D51). None once everything is seen. Never published. Key: `conversationKey(chat, user)`. */
export const dueMails = defineCollection<DueMail>({
  name: 'dueMails',
  schema: dueMailSchema,
  queries: { byStatus: { equals: ['status'], order: 'dueAt' } },
  topics: () => [],
});
