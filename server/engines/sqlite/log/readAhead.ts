import { setImmediate } from 'node:timers/promises';

/** Some events of the log. */
export interface LogBatch {
  /** The wanted ones as JSON: a text crosses the border between threads far quicker than what it says. */
  readonly text: string;
  /** How many were read, wanted or not. */
  readonly read: number;
  /** Position of the last of them; `null` at the end of the log. */
  readonly last: string | null;
}

/** Up to `limit` events after a position. */
export type ReadBatch = (after: string, limit: number) => Promise<LogBatch>;

/** Batches that are read ahead: of 1,000 events, some 20 MB. While the caller writes, much can be read. */
const BATCHES_AHEAD = 16;

/**
 * Reads ahead of a caller who asks for one batch after the other: one at a time, each once the answer before is on
 * its way. A batch that fails is read again when it is asked for, so that the caller hears why.
 */
export function createReadAhead(read: ReadBatch): ReadBatch {
  /** Where the first batch of `ahead` begins. */
  let next: { readonly after: string | null; readonly limit: number } = { after: null, limit: 0 };
  let ahead: Promise<LogBatch | null>[] = [];

  /** Where the next batch begins; `null` at the end of the log, where more may have come when one looks again. */
  const nextAfter = ({ read: count, last }: LogBatch, limit: number) => (count < limit ? null : last);

  /** What follows on a batch; `null` if that is the last one, or failed. */
  async function following(before: Promise<LogBatch | null>, limit: number): Promise<LogBatch | null> {
    const batch = await before;
    const last = batch === null ? null : nextAfter(batch, limit);
    if (last === null) return null;
    await setImmediate();
    return read(last, limit).catch(() => null);
  }

  return async (after, limit) => {
    const isNext = next.after === after && next.limit === limit;
    const found = isNext ? await ahead.shift() : null;
    // What follows on a batch that was not there is not there either.
    if (found == null) ahead = [];
    const batch = found ?? (await read(after, limit));
    next = { after: nextAfter(batch, limit), limit };
    while (ahead.length < BATCHES_AHEAD) ahead.push(following(ahead.at(-1) ?? Promise.resolve(batch), limit));
    return batch;
  };
}
