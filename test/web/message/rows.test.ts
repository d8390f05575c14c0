import { describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import type { Message } from '#projections/message/collections.ts';
import { entriesOfChat, rowsOf } from '#web/message/rows.ts';
import type { EntryStatus, OutboxEntry } from '#web/sync/outbox/entry.ts';

const message = (id: string, sentAt: string) => ({ id, sentAt }) as Message;
const COMMAND = '0192e0aa-0000-7000-8000-000000000001';
const entry = (status: EntryStatus, at: string, chatId = 'chat') =>
  ({
    id: status,
    commandId: COMMAND,
    type: 'SendMessage',
    data: { chatId },
    status,
    consentedAt: Date.parse(at),
  }) as unknown as OutboxEntry;
const drawn = (newestFirst: readonly Message[], outbox: readonly OutboxEntry[] = []) =>
  rowsOf(newestFirst, entriesOfChat(outbox, 'chat'), 'utc').map((row) =>
    row.kind === 'day' ? row.at.slice(0, 10) : row.kind === 'message' ? row.message.id : row.entry.status,
  );

describe('the rows of a conversation', () => {
  it('[CHAT-05 in part] are oldest first, with a title above each day (Q44)', () => {
    const all = [
      message('c', '2026-03-02T00:00:00.000Z'),
      message('b', '2026-03-01T23:59:59.999Z'),
      message('a', '2026-03-01T08:00:00.000Z'),
    ];
    expect(drawn(all)).toEqual(['2026-03-01', 'a', 'b', '2026-03-02', 'c']);
    expect(drawn([])).toEqual([]);
  });

  it('keep the order of the log, whatever the clocks say', () => {
    const late = message('b', '2026-03-01T08:00:00.000Z');
    expect(drawn([late, message('a', '2026-03-01T09:00:00.000Z')])).toEqual(['2026-03-01', 'a', 'b']);
  });

  it('have what was refused in its place, and what is on its way in the documents alone', () => {
    const all = [message('b', '2026-03-01T10:00:00.000Z'), message('a', '2026-03-01T08:00:00.000Z')];
    expect(drawn(all, [entry('rejected', '2026-03-01T09:00:00.000Z')])).toEqual(['2026-03-01', 'a', 'rejected', 'b']);
    expect(drawn(all, [entry('needs-consent', '2026-03-02T09:00:00.000Z')])).toEqual([
      ...['2026-03-01', 'a', 'b', '2026-03-02', 'needs-consent'],
    ]);
    for (const status of ['queued', 'sending', 'failed'] as const) {
      expect(drawn(all, [entry(status, '2026-03-01T09:00:00.000Z')])).toEqual(['2026-03-01', 'a', 'b']);
    }
  });

  it('name the entries of their own conversation, by the id that each message has', () => {
    const own = entry('rejected', '2026-03-01T09:00:00.000Z');
    const all = [own, entry('queued', '2026-03-01T09:00:00.000Z', 'another')];
    expect([...entriesOfChat(all, 'chat')]).toEqual([[newId(COMMAND, 0), own]]);
  });
});
