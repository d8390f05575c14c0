import type { ChatEvent } from '#domain/chat/face.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { minutesAfter } from '#domain/kernel/time.ts';
import { FIRST_MAIL_AFTER_MINUTES, NEXT_MAIL_AFTER_MINUTES } from '#domain/message/limits.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Fold, type Folds, type Write, write } from '../kernel/projection.ts';
import { closedThreads, conversationKey, conversations, dueMails, messages, threadKey } from './collections.ts';

const mailRef = (chatId: string, userId: string): DocumentRef => ({
  collection: dueMails.name,
  key: conversationKey(chatId, userId),
});
const sideRef = (chatId: string, userId: string): DocumentRef => ({
  collection: conversations.name,
  key: conversationKey(chatId, userId),
});

/** Everything is seen, or nobody is there to be mailed: no mail goes any more. */
function noMail(documents: DocumentView, chatId: string, userId: string): readonly Write[] {
  const key = conversationKey(chatId, userId);
  return documents.get(dueMails, key) === undefined ? [] : [write(dueMails, key, null)];
}

/** A mail is due five minutes after the first unread message, and an hour after the last mail (D51). */
const messageSent: Fold<'MessageSent'> = {
  reads: ({ data: { chatId, round, recipient } }) => [
    { collection: closedThreads.name, key: threadKey(chatId, round) },
    sideRef(chatId, recipient),
    mailRef(chatId, recipient),
  ],
  fold({ data: { messageId: message, chatId, round, recipient }, meta }, documents) {
    if (documents.get(closedThreads, threadKey(chatId, round)) !== undefined) return [];
    const key = conversationKey(chatId, recipient);
    if (documents.get(conversations, key)?.closed !== false) return [];
    const before = documents.get(dueMails, key);
    if (before?.status === 'due') return [write(dueMails, key, { ...before, message })];
    const mailedAt = before?.mailedAt ?? null;
    const first = minutesAfter(meta.at, FIRST_MAIL_AFTER_MINUTES);
    const next = mailedAt === null ? '' : minutesAfter(mailedAt, NEXT_MAIL_AFTER_MINUTES);
    // The later of two ISO instants is the greater text.
    const dueAt = [first, next].sort().at(-1) ?? first;
    return [write(dueMails, key, { id: key, status: 'due', dueAt, mailedAt, message })];
  },
};

/** Once the newest message is seen, all are. */
const messageSeen: Fold<'MessageSeen'> = {
  reads: ({ data: { messageId, chatId, recipient } }) => [
    { collection: messages.name, key: messageId },
    sideRef(chatId, recipient),
    mailRef(chatId, recipient),
  ],
  fold({ data: { messageId, chatId, round, recipient } }, documents) {
    const ordinal = documents.get(messages, messageId)?.ordinal ?? 0;
    const side = documents.get(conversations, conversationKey(chatId, recipient));
    // A mark that comes late, of a round that was deleted, says nothing of the one after it.
    if (side?.round !== round) return [];
    return ordinal > 0 && ordinal >= side.received ? noMail(documents, chatId, recipient) : [];
  },
};

const messageMailed: Fold<'MessageMailed'> = {
  reads: ({ data }) => [mailRef(data.chatId, data.recipient)],
  fold({ data, meta }, documents) {
    const key = conversationKey(data.chatId, data.recipient);
    const before = documents.get(dueMails, key);
    return before === undefined ? [] : [write(dueMails, key, { ...before, status: 'mailed', mailedAt: meta.at })];
  },
};

/**
 * A mail about what was deleted goes no more. When the last one went stays known: who deletes and begins anew sends no more
 * mails than before (D51).
 */
function noMailOfDeleted(documents: DocumentView, chatId: string, userId: string): readonly Write[] {
  const key = conversationKey(chatId, userId);
  const before = documents.get(dueMails, key);
  if (before === undefined) return [];
  return [write(dueMails, key, before.mailedAt === null ? null : { ...before, status: 'mailed' })];
}

const overForBoth = (over: typeof noMail) => ({
  reads: ({ data: { chatId, starter, partner } }: RecordedEvent<ChatEvent>) => [
    mailRef(chatId, starter),
    mailRef(chatId, partner),
  ],
  fold: ({ data: { chatId, starter, partner } }: RecordedEvent<ChatEvent>, documents: DocumentView) => [
    ...over(documents, chatId, starter),
    ...over(documents, chatId, partner),
  ],
});

/** Folds of the mails about unread messages (NOTF-09). */
export const mailFolds: Folds = {
  MessageSent: messageSent,
  MessageSeen: messageSeen,
  MessageMailed: messageMailed,
  ChatDeleted: overForBoth(noMailOfDeleted),
  ChatClosed: overForBoth(noMail),
};
