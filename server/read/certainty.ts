/** The end of the log, and the position that the read models have reached. */
export interface LogReach {
  /** Position up to which what is read is complete. */
  readonly published: () => string;
  /** Position of the last event of the log. */
  readonly head: () => Promise<string>;
  /** Waits until what is read is complete up to a position; `false` when that takes too long. */
  readonly waitFor: (position: string) => Promise<boolean>;
}

/**
 * Says "there is no such thing" only when that is so as of the question: what was acknowledged before may not be in the
 * read models yet, and a client does not ask again after a "no". Only a "no" costs a look at the end of the log.
 *
 * @param look is called again once the read models have reached the end of the log
 * @returns `null`: they did not in time; the reader asks again
 */
export async function readWithCertainty<Found>(
  { published, head, waitFor }: LogReach,
  look: () => Promise<Found>,
  isNo: (found: Found) => boolean,
): Promise<Found | null> {
  const before = published();
  const found = await look();
  if (!isNo(found)) return found;
  const end = await head();
  if (end <= before) return found;
  return (await waitFor(end)) ? look() : null;
}
