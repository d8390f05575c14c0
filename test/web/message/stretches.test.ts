import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Message } from '#projections/message/collections.ts';
import { type Row, rowsOf } from '#web/message/rows.ts';
import { createStretches, type Stretch } from '#web/message/stretches.ts';
import type { OutboxEntry } from '#web/sync/outbox/entry.ts';

const SIZE = 4;
const HOUR_MS = 3_600_000;

/** The rows of the messages `from` to `to`, an hour from each to the next. */
function rowsBetween(from: number, to: number): readonly Row[] {
  const all = Array.from({ length: to - from }, (_, index) => from + index);
  const at = (n: number) => new Date(Date.parse('2026-03-01T00:00:00.000Z') + n * HOUR_MS).toISOString();
  return rowsOf(all.map((n) => ({ id: `m${n}`, sentAt: at(n) }) as Message).toReversed(), new Map(), 'utc');
}
const messagesIn = (stretches: readonly Stretch[]) =>
  new Map(
    stretches.flatMap(({ key, rows }) => rows.filter(({ kind }) => kind === 'message').map((row) => [row.key, key])),
  );

describe('the stretches of a conversation', () => {
  it('[CHAT-05 in part] have all rows in their order, a few each, and no message leaves its own', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ older: fc.nat(9), newer: fc.nat(9) }), { maxLength: 12 }), (steps) => {
        const divide = createStretches(SIZE);
        let [from, to] = [0, 1];
        let before = divide(rowsBetween(from, to));
        for (const { older, newer } of steps) {
          [from, to] = [from - older, to + newer];
          const rows = rowsBetween(from, to);
          const after = divide(rows);
          expect(after.flatMap((stretch) => stretch.rows)).toEqual(rows);
          expect(new Set(after.map(({ key }) => key)).size).toBe(after.length);
          // The title of a day may be one more at either end.
          for (const { rows: few } of after) expect(few.length).toBeLessThanOrEqual(SIZE + 2);
          const now = messagesIn(after);
          for (const [message, stretch] of messagesIn(before)) expect(now.get(message)).toBe(stretch);
          before = after;
        }
      }),
      { seed: 25, numRuns: 300 },
    );
  });

  it('keep the title of a day with the message below it', () => {
    for (let to = 20; to < 60; to += 1) {
      for (const { rows } of createStretches(SIZE)(rowsBetween(0, to))) expect(rows.at(-1)?.kind).not.toBe('day');
    }
  });

  it('take what was refused along with its neighbours, and again when it is sent after all', () => {
    const divide = createStretches(SIZE);
    const rows = rowsBetween(1, 10);
    const before = messagesIn(divide(rows));
    const unsent: Row = { kind: 'unsent', key: 'm99', entry: {} as OutboxEntry };
    const beside = divide([...rows.slice(0, 5), unsent, ...rows.slice(5)]);
    expect(messagesIn(beside)).toEqual(before);
    const sent: Row = { kind: 'message', key: 'm99', message: { id: 'm99' } as Message, isFollowed: false };
    const after = divide([...rows, sent]);
    expect(after.flatMap((stretch) => stretch.rows)).toEqual([...rows, sent]);
    const moved = divide([...rows.slice(0, 3), sent, ...rows.slice(3)]);
    expect(moved.flatMap((stretch) => stretch.rows)).toEqual([...rows.slice(0, 3), sent, ...rows.slice(3)]);
  });

  it('are none where nothing was said', () => {
    expect(createStretches()([])).toEqual([]);
  });
});
