import { setImmediate } from 'node:timers/promises';

/** Some events of the log. */
export interface Stretch {
  /** The wanted ones as JSON: a text crosses the border between threads far quicker than what it says. */
  readonly text: string;
  /** How many were read, wanted or not. */
  readonly read: number;
  /** Position of the last of them; `null` at the end of the log. */
  readonly last: string | null;
}

/** Up to `limit` events after a position. */
export type ReadStretch = (after: string, limit: number) => Promise<Stretch>;

/** Stretches that are read ahead: of 1,000 events, some 20 MB. While the caller writes, much can be read. */
const STRETCHES_AHEAD = 16;

/**
 * Reads ahead of a caller who asks for one stretch after the other: one at a time, each once the answer before is on
 * its way. A stretch that fails is read again when it is asked for, so that the caller hears why.
 */
export function createReadAhead(read: ReadStretch): ReadStretch {
  /** Where the first stretch of `ahead` begins. */
  let next: { readonly after: string | null; readonly limit: number } = { after: null, limit: 0 };
  let ahead: Promise<Stretch | null>[] = [];

  /** Where the next stretch begins; `null` at the end of the log, where more may have come when one looks again. */
  const nextAfter = ({ read: count, last }: Stretch, limit: number) => (count < limit ? null : last);

  /** What follows on a stretch; `null` if that is the last one, or failed. */
  async function following(before: Promise<Stretch | null>, limit: number): Promise<Stretch | null> {
    const stretch = await before;
    const last = stretch === null ? null : nextAfter(stretch, limit);
    if (last === null) return null;
    await setImmediate();
    return read(last, limit).catch(() => null);
  }

  return async (after, limit) => {
    const isNext = next.after === after && next.limit === limit;
    const found = isNext ? await ahead.shift() : null;
    // What follows on a stretch that was not there is not there either.
    if (found == null) ahead = [];
    const stretch = found ?? (await read(after, limit));
    next = { after: nextAfter(stretch, limit), limit };
    while (ahead.length < STRETCHES_AHEAD) ahead.push(following(ahead.at(-1) ?? Promise.resolve(stretch), limit));
    return stretch;
  };
}
