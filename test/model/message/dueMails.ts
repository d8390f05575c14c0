import type { RecordedEvent } from '#domain/kernel/event.ts';
import { minutesAfter } from '#domain/kernel/time.ts';
import { conversationKey } from '#projections/message/collections.ts';
import type { NaiveDocument } from '../model.ts';

/** Minutes of D51, written a second time. */
const FIRST_MINUTES = 5;
const NEXT_MINUTES = 60;

type Fields = Readonly<Record<'messageId' | 'chatId' | 'recipient' | 'starter' | 'partner', string>>;

/** The history of one of the two in one round: messages to them by number, looks, and mails. */
interface Side {
  readonly key: string;
  readonly sent: { readonly id: string; readonly at: string }[];
  /** Messages since the last one that left nothing unread. */
  unread: { readonly id: string; readonly at: string }[];
  /** ISO instant of the last mail since then, and how many of the unread came before it. A deletion takes these, and not the instant. */
  mail: { readonly at: string; readonly about: number } | null;
  /** The last message to them. */
  last: string;
  isOver: boolean;
  everDue: boolean;
}

/** Mails about unread messages, by a plain reading of what is unread since somebody looked. */
export function naiveDueMails(history: readonly RecordedEvent[]): readonly NaiveDocument[] {
  const sides = new Map<string, Side>();
  for (const { type, data, meta } of history) take(sides, type, data as Fields, meta.at);
  return [...sides.values()].flatMap((side) => {
    const doc = dueMailOf(side);
    return doc === null && !side.everDue ? [] : [{ collection: 'dueMails', key: side.key, doc }];
  });
}

function take(sides: Map<string, Side>, type: string, data: Fields, at: string): void {
  if (type === 'ChatStarted') {
    for (const user of [data.starter, data.partner]) {
      const key = conversationKey(data.chatId, user);
      const { everDue, mail, last } = sides.get(key) ?? { everDue: false, mail: null, last: '' };
      sides.set(key, { key, sent: [], unread: [], mail, last, isOver: false, everDue });
    }
  }
  if (type === 'ChatDeleted' || type === 'ChatClosed') {
    for (const user of [data.starter, data.partner]) end(sides.get(conversationKey(data.chatId, user)), type);
  }
  const side = sides.get(conversationKey(data.chatId ?? '', data.recipient ?? ''));
  if (side === undefined) return;
  if (type === 'MessageMailed' && (side.unread.length > 0 || side.mail !== null)) {
    side.mail = { at, about: side.unread.length };
  }
  if (side.isOver) return;
  if (type === 'MessageSent') {
    side.sent.push({ id: data.messageId, at });
    side.unread.push({ id: data.messageId, at });
    side.last = data.messageId;
    side.everDue = true;
  }
  const isNewest = side.sent.at(-1)?.id === data.messageId;
  if (type === 'MessageSeen' && isNewest) Object.assign(side, { unread: [], mail: null });
}

function end(side: Side | undefined, type: string): void {
  if (side === undefined) return;
  const mail = type === 'ChatDeleted' && side.mail !== null ? { at: side.mail.at, about: 0 } : null;
  Object.assign(side, { isOver: true, unread: [], mail });
}

function dueMailOf({ key: id, unread, mail, last: message }: Side) {
  if (unread.length === 0 && mail === null) return null;
  const [first] = unread.slice(mail?.about ?? 0);
  if (first === undefined) return { id, status: 'mailed', mailedAt: mail?.at ?? null, message };
  const times = [
    minutesAfter(first.at, FIRST_MINUTES),
    ...(mail === null ? [] : [minutesAfter(mail.at, NEXT_MINUTES)]),
  ];
  return { id, status: 'due', dueAt: times.sort().at(-1), mailedAt: mail?.at ?? null, message };
}
