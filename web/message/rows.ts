import { newId } from '#domain/kernel/ids.ts';
import type { Message } from '#projections/message/collections.ts';
import { inServerTime } from '../kit/time/serverClock.ts';
import type { OutboxEntry } from '../sync/outbox/entry.ts';
import { type Day, dayAt } from './times.ts';

const MS_PER_MINUTE = 60_000;

/** A line of a conversation, which has them from the oldest to the newest. */
export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: Message;
      /** Another one of the same author and minute follows at once: the last of them says the time for all. */
      readonly isFollowed: boolean;
    }
  | { readonly kind: 'unsent'; readonly key: string; readonly entry: OutboxEntry };

/** The messages of a chat that this browser has not sent yet, by the id that each has, or would have. */
export function entriesOfChat(outbox: readonly OutboxEntry[], chatId: string): ReadonlyMap<string, OutboxEntry> {
  const own = outbox.filter(({ type, data }) => type === 'SendMessage' && data.chatId === chatId);
  return new Map(own.map((entry) => [newId(entry.commandId, 0), entry]));
}

/** Whether an entry is in no document: it was refused, or is so old that its giver is asked first. */
export function isHeldUp({ status }: OutboxEntry): boolean {
  return status === 'rejected' || status === 'needs-consent';
}

/**
 * The rows of a conversation: a title above each day, and in the place where it was written what was refused. The order of
 * messages is the log's. What was refused is in no log: for it alone, the device's clock says after which message it was written.
 *
 * @param newestFirst the messages, as the topic has them
 */
export function rowsOf(
  newestFirst: readonly Message[],
  entries: ReadonlyMap<string, OutboxEntry>,
  zone = 'local',
): readonly Row[] {
  const rows: Row[] = [];
  let day: Day | null = null;
  const add = (at: string, row: Row) => {
    const instant = Date.parse(at);
    const before = rows.at(-1);
    if (before !== undefined && isRun(before, row)) rows[rows.length - 1] = { ...before, isFollowed: true };
    if (day === null || instant < day.from || instant >= day.to) {
      day = dayAt(at, zone);
      rows.push({ kind: 'day', key: `day ${day.date} ${row.key}`, at });
    }
    rows.push(row);
  };
  const heldUp = [...entries].filter(([, entry]) => isHeldUp(entry)).map(([key, entry]) => ({ key, entry }));
  const addUnsentBefore = (instant: number) => {
    while (heldUp[0] !== undefined && writtenAt(heldUp[0].entry) < instant) {
      const { key, entry } = heldUp.shift() as (typeof heldUp)[number];
      add(new Date(writtenAt(entry)).toISOString(), { kind: 'unsent', key, entry });
    }
  };
  for (const message of newestFirst.toReversed()) {
    addUnsentBefore(Date.parse(message.sentAt));
    add(message.sentAt, { kind: 'message', key: message.id, message, isFollowed: false });
  }
  addUnsentBefore(Number.POSITIVE_INFINITY);
  return rows;
}

/** Whether two rows are messages of the same author and minute. */
function isRun(row: Row, next: Row): row is Row & { readonly kind: 'message' } {
  if (row.kind !== 'message' || next.kind !== 'message' || row.message.author !== next.message.author) return false;
  return minuteOf(row.message) === minuteOf(next.message);
}

function minuteOf({ sentAt }: Message): number {
  return Math.floor(Date.parse(sentAt) / MS_PER_MINUTE);
}

/** When an entry was written, by the server's clock (milliseconds since 1970), as messages have it. */
function writtenAt({ consentedAt }: OutboxEntry): number {
  return inServerTime(consentedAt);
}
