/** The end of the log, and the position that the read models have reached. */
export interface LogReach {
  /** Position up to which reads are complete. */
  readonly published: () => string;
  /** Position of the last event of the log. */
  readonly head: () => Promise<string>;
  /** Waits until reads are complete up to a position; `false` when that takes too long. */
  readonly waitFor: (position: string) => Promise<boolean>;
}

/**
 * Answers "not found" only if it is true as of the request. An acknowledged change may not be in the read models yet,
 * and a client does not retry after a "no". So a "no" costs a read of the log's head, and another read once the read
 * models have reached it.
 *
 * @param look reads the answer; called again once the read models have reached the head of the log
 * @returns `null`: they did not in time; the reader should retry
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
