import { setImmediate } from 'node:timers/promises';
import { createSlots } from '../../../concurrency/slots.ts';

/** A batch of the log. */
export interface LogBatch {
  /** The wanted events as JSON: text is cloned to another thread far faster than objects. */
  readonly text: string;
  /** Number of events read, wanted or not. */
  readonly read: number;
  /** Position of the last of them; `null` at the end of the log. */
  readonly last: string | null;
}

/** Up to `limit` events after a position. */
export type ReadBatch = (after: string, limit: number) => Promise<LogBatch>;

/** Events that are read and folded at a time. */
export const BATCH_EVENTS = 1_000;

/** Batches that are read ahead: of 1,000 events each, some 20 MB, read while the caller writes. */
export const BATCHES_AHEAD = 16;

/** The parameters of a read. */
export interface BatchStart {
  readonly after: string;
  readonly limit: number;
}

/**
 * Reads ahead of a caller that reads batch after batch: one at a time, each after the answer before is sent. A batch
 * that fails is read again on request, so that the caller gets the error.
 *
 * @param first read of the caller, if it is known: it begins at once
 */
export function createReadAhead(read: ReadBatch, first: BatchStart | null = null): ReadBatch {
  /** Start of the first batch of `ahead`. */
  let next: { readonly after: string | null; readonly limit: number } = first ?? { after: null, limit: 0 };
  let ahead: Promise<LogBatch | null>[] = [];

  /** Start of the next batch; `null` at the end of the log, which may grow. */
  const nextAfter = ({ read: count, last }: LogBatch, limit: number) => (count < limit ? null : last);

  /** The batch after another; `null` if that is the last one, or failed. */
  async function following(before: Promise<LogBatch | null>, limit: number): Promise<LogBatch | null> {
    const batch = await before;
    const last = batch === null ? null : nextAfter(batch, limit);
    if (last === null) return null;
    await setImmediate();
    return read(last, limit).catch(() => null);
  }

  function readOn(batch: Promise<LogBatch | null>, limit: number): void {
    while (ahead.length < BATCHES_AHEAD) ahead.push(following(ahead.at(-1) ?? batch, limit));
  }

  if (first !== null) {
    const begun = setImmediate().then(() => read(first.after, first.limit).catch(() => null));
    ahead.push(begun);
    readOn(begun, first.limit);
  }

  async function readNext(after: string, limit: number): Promise<LogBatch> {
    const isNext = next.after === after && next.limit === limit;
    const first = isNext ? await ahead.shift() : null;
    // The log may have grown since it ended there.
    const found = first?.last === null ? null : first;
    // Without a batch there are no later ones either.
    if (found == null) ahead = [];
    const batch = found ?? (await read(after, limit));
    next = { after: nextAfter(batch, limit), limit };
    readOn(Promise.resolve(batch), limit);
    return batch;
  }
  // One after the other: two at once would each take what is ahead for its own.
  const turns = createSlots(1);
  return (after, limit) => turns.run(() => readNext(after, limit));
}
