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

  it('[CHAT-07 in part] say the time once for what one of the two writes within a minute', () => {
    const by = (author: string, id: string, sentAt: string) => ({ ...message(id, sentAt), author }) as Message;
    const all = [
      by('ben', 'f', '2026-03-02T00:00:00.000Z'),
      by('ben', 'e', '2026-03-01T23:59:59.999Z'),
      by('ann', 'd', '2026-03-01T23:59:59.000Z'),
      by('ben', 'c', '2026-03-01T23:59:40.000Z'),
      by('ben', 'b', '2026-03-01T23:59:00.000Z'),
      by('ben', 'a', '2026-03-01T23:58:59.999Z'),
    ];
    const rows = rowsOf(all, entriesOfChat([], 'chat'), 'utc');
    const silent = rows.flatMap((row) => (row.kind === 'message' && row.isFollowed ? row.key : []));
    expect(silent).toEqual(['b']);
    const refused = rowsOf(all, entriesOfChat([entry('rejected', '2026-03-01T23:59:20.000Z')], 'chat'), 'utc');
    expect(refused.some((row) => row.kind === 'message' && row.isFollowed)).toBe(false);
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
