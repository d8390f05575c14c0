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
/** Characters of the day in an ISO instant. */
const DAY_CHARACTERS = 10;

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

/** Changes by whom somebody was asked, and judges anew; who watches a pace learns the day of that at most. */
function changeTimes(documents: DocumentView, id: string, list: AnswerTimes['list'], at: string): readonly Write[] {
  const within = paceOf({ list }, at);
  const day = at.slice(0, DAY_CHARACTERS);
  const before = documents.get(answerPaces, id);
  const isNew = before?.within !== within || (within !== null && before.day !== day);
  return [write(answerTimes, id, { id, list }), ...(isNew ? [write(answerPaces, id, { id, within, day })] : [])];
}

/**
 * The first message of a round asks its recipient; the first one back is the answer. A conversation counts once, so that nobody
 * makes or ruins the pace of another by beginning again and again.
 */
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
      const others = (documents.get(answerTimes, recipient)?.list ?? []).filter(({ chat }) => chat !== chatId);
      const list = [...others, { chat: chatId, round, at, minutes: null }].slice(-ASKED_MAX);
      return changeTimes(documents, recipient, list, at);
    }
    const list = documents.get(answerTimes, author)?.list ?? [];
    const isAnswered = (each: AnswerTimes['list'][number]) => each.chat === chatId && each.round === round;
    if (!list.some(isAnswered)) return [];
    const minutesSince = (since: string) =>
      Math.max(0, Math.ceil((Date.parse(at) - Date.parse(since)) / MS_PER_MINUTE));
    const answered = list.map((each) => (isAnswered(each) ? { ...each, minutes: minutesSince(each.at) } : each));
    return changeTimes(documents, author, answered, at);
  },
};

function gone(documents: DocumentView, userId: string): readonly Write[] {
  return [
    ...(documents.get(answerTimes, userId) === undefined ? [] : [write(answerTimes, userId, null)]),
    ...(documents.get(answerPaces, userId) === undefined ? [] : [write(answerPaces, userId, null)]),
  ];
}

/** A conversation that has ended can't be answered any more: without an answer it does not count. */
function withoutQuestion(
  documents: DocumentView,
  { data: { chatId, round }, meta: { at } }: RecordedEvent<ChatEvent>,
  userId: string,
): readonly Write[] {
  const before = documents.get(answerTimes, userId)?.list ?? [];
  const list = before.filter((each) => each.chat !== chatId || each.round !== round || each.minutes !== null);
  return list.length === before.length ? [] : changeTimes(documents, userId, list, at);
}

const chatDeleted: Fold<'ChatDeleted'> = {
  reads: ({ data: { starter, partner } }) => [starter, partner].flatMap(refsOf),
  fold: (event, documents) =>
    [event.data.starter, event.data.partner].flatMap((user) => withoutQuestion(documents, event, user)),
};

/** Nothing is left of somebody whose account has ended, also by a message that came meanwhile. */
const chatClosed: Fold<'ChatClosed'> = {
  reads: ({ data: { starter, partner } }) => [starter, partner].flatMap(refsOf),
  fold: (event, documents) =>
    [event.data.starter, event.data.partner].flatMap((user) =>
      user === event.data.gone ? gone(documents, user) : withoutQuestion(documents, event, user),
    ),
};

const subjectErased: Fold<'SubjectErased'> = {
  reads: ({ data }) => refsOf(data.userId),
  fold: ({ data }, documents) => gone(documents, data.userId),
};

/** Folds of how quickly people answer those who write to them first. */
export const answerFolds: Folds = {
  MessageSent: messageSent,
  ChatDeleted: chatDeleted,
  ChatClosed: chatClosed,
  SubjectErased: subjectErased,
};
