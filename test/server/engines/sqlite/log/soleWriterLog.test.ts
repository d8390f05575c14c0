import { describe, expect, it } from '@jest/globals';
import { newId } from '#domain/kernel/ids.ts';
import { formatPosition } from '#server/engines/position.ts';
import { createSoleWriterLog } from '#server/engines/sqlite/log/soleWriterLog.ts';
import type { EncodedAppend } from '#server/log/encodeAppend.ts';
import type { StoredEvent } from '#server/ports/eventStore.ts';

const ID = '7f1b1c9e-6a51-4c55-9d54-0c9a0a6c2f11';
/** More than the tail keeps. */
const MANY = 2_500;

function append(stream: string, expectedRevision: number, count = 1): EncodedAppend {
  const events = Array.from({ length: count }, (_, n) => ({
    id: newId(ID, n),
    type: 'Noted',
    version: 1,
    data: JSON.stringify({ stream, n }),
    meta: '{}',
  }));
  return { stream, expectedRevision, events, bytes: 100 * count };
}

const appended = (position: number) => ({ kind: 'appended', position }) as const;
const at = (stream: string, revision: number) => ({ stream, revision }) as StoredEvent;
const positions = (events: readonly StoredEvent[] | null) => events?.map(({ position }) => Number(position)) ?? null;

describe('what the writer of a log knows of it', () => {
  it('[P3] hands over what was committed, in order, as it will be read from the disk', () => {
    const known = createSoleWriterLog(7);
    known.committed([append('a', -1, 2), append('b', 4)], [appended(9), appended(10)]);
    expect(
      known.after(7, 10)?.map(({ stream, revision, position, data }) => [stream, revision, position, data]),
    ).toEqual([
      ['a', 0, formatPosition(8), { stream: 'a', n: 0 }],
      ['a', 1, formatPosition(9), { stream: 'a', n: 1 }],
      ['b', 5, formatPosition(10), { stream: 'b', n: 0 }],
    ]);
    expect(positions(known.after(8, 1))).toEqual([9]);
    expect(positions(known.after(10, 10))).toEqual([]);
    expect(known.after(6, 10)).toBeNull();
    expect([known.headOf('a'), known.headOf('b'), known.headOf('c')]).toEqual([1, 5, null]);
  });

  it('[P2] takes what was refused or repeated for nothing new', () => {
    const known = createSoleWriterLog(0);
    known.committed([append('a', -1)], [appended(1)]);
    known.committed([append('a', 0)], [appended(2)]);
    known.committed([append('a', -1), append('b', 3)], [appended(1), { kind: 'wrong-revision', actual: 5 }]);
    expect(positions(known.after(0, 10))).toEqual([1, 2]);
    expect([known.headOf('a'), known.headOf('b')]).toEqual([1, null]);
  });

  it('keeps so many events and no more', () => {
    const known = createSoleWriterLog(0);
    for (let n = 1; n <= MANY; n += 1) known.committed([append('a', n - 2)], [appended(n)]);
    expect(known.after(0, 1)).toBeNull();
    expect(positions(known.after(MANY - 2, 10))).toEqual([MANY - 1, MANY]);
  });

  it('learns a head from a read, unless something was committed meanwhile', () => {
    const known = createSoleWriterLog(10);
    known.reading('a', 0)([at('a', 3)]);
    known.reading('b', 4)([]);
    known.reading('none', 0)([]);
    expect([known.headOf('a'), known.headOf('b'), known.headOf('none')]).toEqual([3, 3, -1]);
    known.committed([append('none', -1)], [appended(11)]);
    expect(known.headOf('none')).toBe(0);
    const slow = known.reading('c', 0);
    const overtaken = known.reading('a', 0);
    known.committed([append('a', 3)], [appended(12)]);
    slow([at('c', 1)]);
    overtaken([at('a', 3)]);
    expect([known.headOf('a'), known.headOf('c')]).toEqual([4, null]);
  });

  it('knows of no head lower than what somebody was shown', () => {
    const known = createSoleWriterLog(10);
    known.reading('a', 0)([at('a', 3)]);
    known.found([at('a', 4), at('b', 0)]);
    expect([known.headOf('a'), known.headOf('b')]).toEqual([4, null]);
  });

  it('[P7] knows nothing after an append without an answer, until the next one that has one', () => {
    const known = createSoleWriterLog(0);
    known.committed([append('a', -1)], [appended(1)]);
    const overtaken = known.reading('a', 0);
    known.forget();
    overtaken([at('a', 0)]);
    expect([known.headOf('a'), known.after(1, 10)]).toEqual([null, null]);
    // The uncertain appends are in the log at 2 and 3, and the sender of the second asks again.
    known.committed([append('c', -1)], [appended(3)]);
    known.committed([append('d', -1)], [appended(4)]);
    expect(positions(known.after(2, 10))).toEqual([3, 4]);
    expect(known.after(1, 10)).toBeNull();
  });
});
