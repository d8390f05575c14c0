import { parsePosition } from './position.ts';
import type { KurrentReader, PlacedRecord } from './reader.ts';
import { isOfLog } from './records.ts';

/** Records counted one by one from either end: with up to twice as many between, the count is exact. */
export const COUNTED_RECORDS = 2_000;
const PAGE_RECORDS = 500;

interface Count {
  /** Events of the log among the records that were counted. */
  readonly events: number;
  /** Where the count ended. */
  readonly end: string;
  /** Whether it came to the other position. */
  readonly isComplete: boolean;
}

/**
 * Events of the log after one position up to another. The server numbers no events, so they are counted: exactly up to
 * `COUNTED_RECORDS` from either end. Beyond, the middle is estimated: as many events to the byte as at the ends.
 *
 * @throws RangeError one is no position of this log
 */
export async function countBetween(reader: KurrentReader, from: string, to: string): Promise<number> {
  const [start, end] = [bytesAt(from), bytesAt(to)];
  if (to <= from) return 0;
  const first = await count(reader, from, 'forwards', (position) => position > to);
  if (first.isComplete) return first.events;
  const last = await count(reader, to, 'backwards', (position) => position <= first.end);
  // The event at `to` is not before it.
  const counted = first.events + last.events + 1;
  if (last.isComplete) return counted;
  const seenBytes = bytesAt(first.end) - start + end - bytesAt(last.end);
  const unseenBytes = bytesAt(last.end) - bytesAt(first.end);
  return counted + Math.round((counted / seenBytes) * unseenBytes);
}

async function count(
  reader: KurrentReader,
  from: string,
  direction: 'forwards' | 'backwards',
  isPast: (position: string) => boolean,
): Promise<Count> {
  let events = 0;
  let end = from;
  for (let seen = 0; seen < COUNTED_RECORDS; seen += PAGE_RECORDS) {
    const page: readonly PlacedRecord[] = await reader.records(end, PAGE_RECORDS, direction);
    for (const { record, position } of page) {
      if (isPast(position)) return { events, end, isComplete: true };
      if (isOfLog(record.streamId)) events += 1;
      end = position;
    }
    if (page.length < PAGE_RECORDS) return { events, end, isComplete: true };
  }
  return { events, end, isComplete: false };
}

/** Positions are places in the file. */
function bytesAt(position: string): number {
  return Number(parsePosition(position)?.commit ?? 0n);
}
