import { chatIdOf } from '#domain/chat/pair.ts';
import { type Conversation, conversationKey, isUnread, type UnreadChats } from '#projections/message/collections.ts';
import {
  type AnsweredCommand,
  type AnswersModel,
  documentsOf,
  expects,
  type MeantCommand,
  type RefusalCase,
  type SeenFromOutside,
} from '../answers.ts';
import type { Part, Parts } from '../parts.ts';

interface ExpectedChat {
  readonly people: readonly [string, string];
  /** Somebody got the answer that it stands. */
  begun: boolean;
  /** Somebody meant to delete it, whatever became of that: who began it again later is not followed. */
  mayBeDeleted: boolean;
}

/** Conversations by the answers that their people got, by id. */
const expectedChats: Part<Map<string, ExpectedChat>> = { begin: () => new Map() };

function take({ userId, type, data, truth }: AnsweredCommand, parts: Parts): void {
  const chats = parts.of(expectedChats);
  if (type === 'StartChat') {
    const chatId = chatIdOf(userId, String(data.userId));
    const chat = chats.get(chatId) ?? {
      people: [userId, String(data.userId)],
      begun: false,
      mayBeDeleted: false,
    };
    chats.set(chatId, { ...chat, begun: chat.begun || truth === 'yes' });
  }
  const deleted = type === 'DeleteChat' && truth !== 'no' ? chats.get(String(data.chatId)) : undefined;
  if (deleted !== undefined) deleted.mayBeDeleted = true;
}

/** Conversations that nobody deletes are there for both, one for each two; the number of unread ones is that of the list. */
function* check(seen: SeenFromOutside, parts: Parts): Iterable<string | null> {
  const sides = documentsOf<Conversation>(seen, 'conversations');
  for (const [chatId, { people, begun, mayBeDeleted }] of parts.of(expectedChats)) {
    if (!begun || mayBeDeleted || people.some((person) => seen.erased(person) !== 'no')) continue;
    for (const userId of people.filter((person) => seen.readers.has(person))) {
      const isThere = sides.has(conversationKey(chatId, userId));
      yield expects(isThere, () => `The conversation ${chatId} was acknowledged, and ${userId} does not have it.`);
    }
  }
  const unread = documentsOf<UnreadChats>(seen, 'unreadChats');
  for (const userId of seen.readers) {
    const own = [...sides.values()].filter(({ user }) => user === userId);
    const partners = new Set(own.map(({ partner }) => partner));
    yield expects(partners.size === own.length, () => `${userId} has two conversations with one person.`);
    const listed = own.filter(isUnread).length;
    const said = unread.get(userId)?.chats ?? 0;
    yield expects(said === listed, () => `The badge of ${userId} says ${said}, the list has ${listed} unread.`);
  }
}

/** Whether the conversation of a command may have been deleted before it. */
export function mayBeGone(chatId: unknown, { wasMeant }: Pick<RefusalCase, 'wasMeant'>): boolean {
  return wasMeant(({ type, data }) => type === 'DeleteChat' && data.chatId === chatId);
}

/** Whether the account of somebody whom a command is about may have ended before it. */
function mayHaveEnded({ userId, data }: MeantCommand, { parts, wasErased }: RefusalCase): boolean {
  const people = parts.of(expectedChats).get(String(data.chatId))?.people ?? [String(data.userId)];
  return people.some((person) => person !== userId && wasErased(person));
}

/** Conversations, by the answers of both. */
export const chatAnswers: AnswersModel = {
  take,
  reasons: {
    CHAT_UNKNOWN: ({ data }, refusal) => mayBeGone(data.chatId, refusal),
    CHAT_ROUND_OVER: ({ data }, refusal) => mayBeGone(data.chatId, refusal),
    CHAT_CLOSED: mayHaveEnded,
    USER_ERASED: mayHaveEnded,
  },
  check,
};
