import { newId } from '#domain/kernel/ids.ts';
import { type Conversation, conversationKey, type Message } from '#projections/message/collections.ts';
import {
  type AnsweredCommand,
  type AnswersModel,
  documentsOf,
  expects,
  type MeantCommand,
  type RefusalCase,
  type SeenFromOutside,
  type Truth,
} from '../answers.ts';
import { mayBeGone } from '../chat/answers.ts';
import type { Part, Parts } from '../parts.ts';

interface ExpectedMessage {
  readonly author: string;
  readonly chatId: string;
  readonly text: string;
  readonly files: number;
  readonly stands: Truth;
  /** Somebody meant to delete its conversation since, whatever became of that. */
  mayBeDeleted: boolean;
  /** Its recipient got the answer that it is marked as seen. */
  seen: boolean;
  /** Who likes it, by the last answer to each. */
  readonly likes: Map<string, Truth>;
}

/** Messages by the answers that their people got, by id. */
const expectedMessages: Part<Map<string, ExpectedMessage>> = { begin: () => new Map() };

const WANTED: Readonly<Record<string, Truth>> = { LikeMessage: 'yes', UnlikeMessage: 'no' };

function take({ userId, commandId, type, data, truth }: AnsweredCommand, parts: Parts): void {
  const all = parts.of(expectedMessages);
  if (type === 'SendMessage') {
    const files = (data.media as readonly unknown[]).length;
    const said = { author: userId, chatId: String(data.chatId), text: String(data.text), files, stands: truth };
    all.set(newId(commandId, 0), { ...said, mayBeDeleted: false, seen: false, likes: new Map() });
  }
  if (type === 'DeleteChat' && truth !== 'no') {
    for (const message of all.values()) if (message.chatId === data.chatId) message.mayBeDeleted = true;
  }
  const message = all.get(String(data.messageId));
  if (message === undefined) return;
  if (type === 'SeeMessage' && truth === 'yes' && message.author !== userId) message.seen = true;
  const wanted = WANTED[type];
  if (wanted === undefined) return;
  const before = message.likes.get(userId) ?? 'no';
  message.likes.set(userId, truth === 'yes' ? wanted : truth === 'no' || before === wanted ? before : 'maybe');
}

/** Acknowledged messages are there, once; those that were seen stay so; nothing of a conversation that was deleted is left. */
function* check(seen: SeenFromOutside, parts: Parts): Iterable<string | null> {
  const expected = parts.of(expectedMessages);
  const messages = documentsOf<Message>(seen, 'messages');
  const sides = documentsOf<Conversation>(seen, 'conversations');
  for (const [id, message] of expected) {
    const doc = messages.get(id);
    const isRead = [...sides.values()].some(({ chat, user }) => chat === message.chatId && seen.readers.has(user));
    const problem = problemOf(message, doc, isRead, seen);
    yield expects(problem === null, () => `Message ${id} ${problem}.`);
    if (doc === undefined) continue;
    const side = sides.get(conversationKey(doc.chat, doc.recipient));
    const isMarked = !message.seen || side === undefined || side.receivedSeen >= doc.ordinal;
    yield expects(isMarked, () => `Message ${id} was seen, and its recipient has seen ${side?.receivedSeen} only.`);
  }
  const times = new Map<string, number>();
  for (const { id, chat, round, text } of messages.values()) {
    yield expects(expected.has(id), () => `Nobody wrote the message ${id}.`);
    const own = [...sides.values()].filter((side) => side.chat === chat && seen.readers.has(side.user));
    const isPresent = own.every((side) => side.round === round);
    yield expects(isPresent, () => `Message ${id} is of round ${round} of ${chat}, which was deleted.`);
    if (typeof text === 'string' && text !== '') times.set(text, (times.get(text) ?? 0) + 1);
  }
  for (const [text, count] of times) yield expects(count === 1, () => `"${text}" was said ${count} times.`);
}

function problemOf(
  { author, text, files, stands, mayBeDeleted, likes }: ExpectedMessage,
  doc: Message | undefined,
  isRead: boolean,
  seen: SeenFromOutside,
): string | null {
  if (stands === 'no' && doc !== undefined) return 'was refused and is there';
  const isErased = seen.erased(author) !== 'no';
  if (doc === undefined) {
    const mustStand = stands === 'yes' && isRead && !mayBeDeleted && !isErased;
    return mustStand ? 'was acknowledged and is missing' : null;
  }
  for (const [userId, liked] of likes) {
    const isLiked = doc.likedBy.includes(userId);
    if (liked !== 'maybe' && isLiked !== (liked === 'yes')) return `is liked by ${userId}: ${isLiked}, it is ${liked}`;
  }
  if (isErased) return null;
  if ((doc.text as unknown) !== text) return `says ${JSON.stringify(doc.text)}, and not "${text}"`;
  return doc.hasMedia === files > 0 ? null : `has a file: ${doc.hasMedia}`;
}

/** Whether a message may have ended before a command, with its conversation or its author's account. */
function mayHaveEnded({ data }: MeantCommand, refusal: RefusalCase): boolean {
  const message = refusal.parts.of(expectedMessages).get(String(data.messageId));
  return message !== undefined && (mayBeGone(message.chatId, refusal) || refusal.wasErased(message.author));
}

/** Messages, by the answers of both. */
export const messageAnswers: AnswersModel = { take, reasons: { MESSAGE_DELETED: mayHaveEnded }, check };
