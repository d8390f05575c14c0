import { minutesAfter } from '#domain/kernel/time.ts';
import { FIRST_MAIL_AFTER_MINUTES, NEXT_MAIL_AFTER_MINUTES } from '#domain/message/limits.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Write, write } from '../kernel/projection.ts';
import { conversationKey, dueMails } from './collections.ts';

/** The document of the mail to one of the two. */
export function dueMailRef(chatId: string, userId: string): DocumentRef {
  return { collection: dueMails.name, key: conversationKey(chatId, userId) };
}

/**
 * A message has come: its mail is due five minutes after the first unread one, and an hour after the last mail (D51).
 *
 * @param at ISO instant of the message
 */
export function mailComesDue(
  documents: DocumentView,
  { chatId, userId, message, at }: { readonly chatId: string; readonly userId: string; readonly message: string; readonly at: string },
): Write {
  const key = conversationKey(chatId, userId);
  const before = documents.get(dueMails, key);
  if (before?.status === 'due') return write(dueMails, key, { ...before, message });
  const mailedAt = before?.mailedAt ?? null;
  const first = minutesAfter(at, FIRST_MAIL_AFTER_MINUTES);
  const next = mailedAt === null ? first : minutesAfter(mailedAt, NEXT_MAIL_AFTER_MINUTES);
  return write(dueMails, key, { id: key, status: 'due', dueAt: next > first ? next : first, mailedAt, message });
}

/** Everything is seen, or nobody is there to be mailed: no mail goes any more. */
export function mailIsOver(documents: DocumentView, chatId: string, userId: string): readonly Write[] {
  const key = conversationKey(chatId, userId);
  return documents.get(dueMails, key) === undefined ? [] : [write(dueMails, key, null)];
}

/** A mail has gone. @param at ISO instant */
export function mailWent(documents: DocumentView, chatId: string, userId: string, at: string): readonly Write[] {
  const key = conversationKey(chatId, userId);
  const before = documents.get(dueMails, key);
  return before === undefined ? [] : [write(dueMails, key, { ...before, status: 'mailed', mailedAt: at })];
}
