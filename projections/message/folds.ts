import type { ChatEvent } from '#domain/chat/face.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { MessageEvent } from '#domain/message/events.ts';
import { type DocumentView, type Fold, type Folds, type Write, write } from '../kernel/projection.ts';
import {
  type Conversation,
  closedThreads,
  conversationKey,
  conversations,
  type Message,
  messages,
  threadKey,
} from './collections.ts';
import { changeSide, sideRefs } from './sides.ts';

const bothSides = ({ data: { chatId, starter, partner } }: RecordedEvent<ChatEvent>) => [
  ...sideRefs(chatId, starter),
  ...sideRefs(chatId, partner),
];

/** Both have it in their lists; for the partner it is unread until it is opened (CHAT-18, Q47). */
const chatStarted: Fold<'ChatStarted'> = {
  reads: bothSides,
  fold({ data: { chatId, round, starter, partner }, meta, position }, documents) {
    const sideOf = (user: string, other: string): Conversation => ({
      id: conversationKey(chatId, user),
      chat: chatId,
      round,
      user,
      partner: other,
      lastModified: meta.at,
      started: position,
      activity: position,
      lastMessage: null,
      sent: 0,
      sentSeen: 0,
      received: 0,
      receivedSeen: 0,
      opened: user === starter,
      closed: false,
    });
    return [
      ...changeSide(documents, chatId, starter, () => sideOf(starter, partner)),
      ...changeSide(documents, chatId, partner, () => sideOf(partner, starter)),
    ];
  },
};

const chatOpened: Fold<'ChatOpened'> = {
  reads: ({ data }) => sideRefs(data.chatId, data.partner),
  fold: ({ data: { chatId, partner } }, documents) =>
    changeSide(documents, chatId, partner, (side) => side && { ...side, opened: true }),
};

/** Both lose it at once; the messages end one by one, by a reactor, and nobody can join their topic any more (Q46). */
const chatDeleted: Fold<'ChatDeleted'> = {
  reads: (event) => [
    ...bothSides(event),
    { collection: closedThreads.name, key: threadKey(event.data.chatId, event.data.round) },
  ],
  fold({ data: { chatId, round, starter, partner } }, documents) {
    const thread = threadKey(chatId, round);
    return [
      ...changeSide(documents, chatId, starter, () => null),
      ...changeSide(documents, chatId, partner, () => null),
      write(closedThreads, thread, { id: thread }),
    ];
  },
};

/** Who has gone has no list any more; for the other one nothing is unread: there is nobody who waits for it (D53). */
const chatClosed: Fold<'ChatClosed'> = {
  reads: bothSides,
  fold({ data: { chatId, starter, partner, gone } }, documents) {
    const other = gone === starter ? partner : starter;
    return [
      ...changeSide(documents, chatId, gone, () => null),
      ...changeSide(
        documents,
        chatId,
        other,
        (side) => side && { ...side, opened: true, receivedSeen: side.received, closed: true },
      ),
    ];
  },
};

const messageRef = (event: RecordedEvent<MessageEvent>) => ({ collection: messages.name, key: event.data.messageId });

const messageSent: Fold<'MessageSent'> = {
  reads: (event) => [
    messageRef(event),
    { collection: closedThreads.name, key: threadKey(event.data.chatId, event.data.round) },
    ...sideRefs(event.data.chatId, event.data.author),
    ...sideRefs(event.data.chatId, event.data.recipient),
  ],
  fold({ data, meta, position }, documents) {
    const { messageId: id, chatId: chat, round, author, recipient, text, media, hasMedia, post } = data;
    const thread = threadKey(chat, round);
    // A message that races the deletion of its conversation ends deleted, as a comment does (D19, Q46).
    if (documents.get(closedThreads, thread) !== undefined) return [write(messages, id, null)];
    const moves = { lastModified: meta.at, activity: position, lastMessage: { id, author } };
    const ordinal = ordinalOf(documents, data);
    const message: Message = {
      id,
      chat,
      round,
      thread,
      author,
      recipient,
      text,
      media,
      hasMedia,
      post,
      sentAt: meta.at,
      order: position,
      ordinal,
      likedBy: [],
    };
    return [
      write(messages, id, message),
      ...changeSide(documents, chat, author, (side) => side && { ...side, ...moves, sent: ordinal }),
      ...changeSide(documents, chat, recipient, (side) => side && { ...side, ...moves, ...got(side, ordinal) }),
    ];
  },
};

/** The marks of a side that gets a new message: one that comes after the end of its author's account is no news (D53). */
function got({ closed, receivedSeen }: Conversation, ordinal: number) {
  return { received: ordinal, receivedSeen: closed ? ordinal : receivedSeen };
}

/** Which one of its author's a new message is, by either side: one of them may have gone. */
function ordinalOf(documents: DocumentView, { chatId, author, recipient }: MessageEvent['data']): number {
  const sent = documents.get(conversations, conversationKey(chatId, author))?.sent;
  return (sent ?? documents.get(conversations, conversationKey(chatId, recipient))?.received ?? 0) + 1;
}

/** A mark never goes back: the greatest counts. */
const messageSeen: Fold<'MessageSeen'> = {
  reads: (event) => [
    messageRef(event),
    ...sideRefs(event.data.chatId, event.data.author),
    ...sideRefs(event.data.chatId, event.data.recipient),
  ],
  fold({ data: { messageId, chatId, round, author, recipient } }, documents) {
    const ordinal = documents.get(messages, messageId)?.ordinal ?? 0;
    if (ordinal === 0) return [];
    const isOf = (side: Conversation | undefined): side is Conversation => side?.round === round;
    return [
      ...changeSide(documents, chatId, recipient, (side) =>
        isOf(side) ? { ...side, opened: true, receivedSeen: Math.max(side.receivedSeen, ordinal) } : undefined,
      ),
      ...changeSide(documents, chatId, author, (side) =>
        isOf(side) ? { ...side, sentSeen: Math.max(side.sentSeen, ordinal) } : undefined,
      ),
    ];
  },
};

/** Changes who likes a message, if it is there. */
function likes(change: (likedBy: readonly string[], userId: string) => string[]) {
  return {
    reads: (event: RecordedEvent<MessageEvent>) => [messageRef(event)],
    fold(
      event: RecordedEvent<Extract<MessageEvent, { type: 'MessageLiked' | 'MessageUnliked' }>>,
      documents: DocumentView,
    ) {
      const message = documents.get(messages, event.data.messageId);
      if (message === undefined) return [];
      return [write(messages, message.id, { ...message, likedBy: change(message.likedBy, event.data.userId) })];
    },
  };
}

const messageDeleted: Fold<'MessageDeleted'> = {
  reads: (event) => [messageRef(event)],
  fold: ({ data }): readonly Write[] => [write(messages, data.messageId, null)],
};

/** Folds of messages and of the lists of conversations. */
export const messageFolds: Folds = {
  ChatStarted: chatStarted,
  ChatOpened: chatOpened,
  ChatDeleted: chatDeleted,
  ChatClosed: chatClosed,
  MessageSent: messageSent,
  MessageSeen: messageSeen,
  MessageLiked: likes((likedBy, userId) => [...likedBy.filter((each) => each !== userId), userId]),
  MessageUnliked: likes((likedBy, userId) => likedBy.filter((each) => each !== userId)),
  MessageDeleted: messageDeleted,
};
