import type { ChatEvent } from '#domain/chat/face.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type DocumentView, type Fold, type Folds, type Write, write } from '../kernel/projection.ts';
import {
  type AnswerTimes,
  answerPaces,
  answerTimes,
  closedThreads,
  conversationKey,
  conversations,
  PACES,
  type Pace,
  threadKey,
} from './collections.ts';

/** Conversations that count for a pace: the last ones that others began with somebody. */
const ASKED_MAX = 20;
/** Fewer say nothing about a person. */
const ASKED_MIN = 3;
/** Part of them that was answered in time, at least. */
const IN_TIME = 0.75;
const MS_PER_MINUTE = 60_000;

const refsOf = (userId: string) => [
  { collection: answerTimes.name, key: userId },
  { collection: answerPaces.name, key: userId },
];

/**
 * Within which time somebody usually answers the first message of a conversation: the shortest that holds for three of
 * four. Those that still may be answered in time do not count.
 *
 * @param at ISO instant of the judgement
 */
function paceOf({ list }: Pick<AnswerTimes, 'list'>, at: string): Pace | null {
  const now = Date.parse(at);
  for (const [pace, minutes] of Object.entries(PACES) as [Pace, number][]) {
    const judged = list.filter((each) => each.minutes !== null || now - Date.parse(each.at) >= minutes * MS_PER_MINUTE);
    const inTime = judged.filter((each) => each.minutes !== null && each.minutes <= minutes);
    if (judged.length >= ASKED_MIN && inTime.length >= judged.length * IN_TIME) return pace;
  }
  return null;
}

function changeAsked(documents: DocumentView, id: string, list: AnswerTimes['list'], at: string): readonly Write[] {
  const within = paceOf({ list }, at);
  const before = documents.get(answerPaces, id)?.within ?? null;
  return [write(answerTimes, id, { id, list }), ...(within === before ? [] : [write(answerPaces, id, { id, within })])];
}

/** The first message of a round asks its recipient; the first one back is the answer. */
const messageSent: Fold<'MessageSent'> = {
  reads: ({ data: { chatId, round, author, recipient } }) => [
    { collection: closedThreads.name, key: threadKey(chatId, round) },
    ...[author, recipient].flatMap((user) => [
      { collection: conversations.name, key: conversationKey(chatId, user) },
      ...refsOf(user),
    ]),
  ],
  fold({ data: { chatId, round, author, recipient }, meta: { at } }, documents) {
    const thread = threadKey(chatId, round);
    const side = documents.get(conversations, conversationKey(chatId, author));
    const isOpen =
      side?.closed === false && documents.get(conversations, conversationKey(chatId, recipient)) !== undefined;
    if (!isOpen || side.sent > 0 || documents.get(closedThreads, thread) !== undefined) return [];
    if (side.received === 0) {
      const list = documents.get(answerTimes, recipient)?.list ?? [];
      return changeAsked(documents, recipient, [...list, { thread, at, minutes: null }].slice(-ASKED_MAX), at);
    }
    const list = documents.get(answerTimes, author)?.list ?? [];
    if (!list.some((each) => each.thread === thread)) return [];
    const minutesSince = (since: string) =>
      Math.max(0, Math.ceil((Date.parse(at) - Date.parse(since)) / MS_PER_MINUTE));
    const answered = list.map((each) => (each.thread === thread ? { ...each, minutes: minutesSince(each.at) } : each));
    return changeAsked(documents, author, answered, at);
  },
};

function gone(documents: DocumentView, userId: string): readonly Write[] {
  return [answerTimes, answerPaces].flatMap((collection) =>
    documents.get(collection as typeof answerTimes, userId) === undefined
      ? []
      : [write(collection as typeof answerTimes, userId, null)],
  );
}

/** Nothing is left of somebody whose account has ended, also by a message that came meanwhile. */
const chatClosed: Fold<'ChatClosed'> = {
  reads: ({ data }: RecordedEvent<ChatEvent & { type: 'ChatClosed' }>) => refsOf(data.gone),
  fold: ({ data }, documents) => gone(documents, data.gone),
};

const subjectErased: Fold<'SubjectErased'> = {
  reads: ({ data }) => refsOf(data.userId),
  fold: ({ data }, documents) => gone(documents, data.userId),
};

/** Folds of how quickly people answer those who write to them first. */
export const answerFolds: Folds = { MessageSent: messageSent, ChatClosed: chatClosed, SubjectErased: subjectErased };
