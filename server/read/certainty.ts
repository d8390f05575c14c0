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
 * Waits until reads are complete up to a position that a reader names. One that the log has not given is answered at
 * once: anybody can name it, and nothing would ever come of the wait.
 *
 * @returns `false`: they are not in time, or the log has no such position; the reader should retry
 */
export async function waitForNamed({ published, head, waitFor }: LogReach, position: string): Promise<boolean> {
  if (position <= published()) return true;
  return position <= (await head()) && waitFor(position);
}

/**
 * Answers "not found" only if it is true as of the request. An acknowledged change may not be in the read models yet,
 * and a client does not retry after a "no". So a "no" costs a read of the log's head, and another read once the read
 * models have reached it.
 *
 * @param look reads the answer; called again once the read models have reached the head of the log. A turn that it takes
 *   to read it gives back before it returns, or in `rest`
 * @param rest called before the wait: nobody holds a turn while waiting
 * @returns `null`: they did not in time; the reader should retry
 */
export async function readWithCertainty<Found>(
  { published, head, waitFor }: LogReach,
  look: () => Promise<Found>,
  isNo: (found: Found) => boolean,
  rest: () => void = () => undefined,
): Promise<Found | null> {
  const before = published();
  const found = await look();
  if (!isNo(found)) return found;
  const end = await head();
  if (end <= before) return found;
  rest();
  return (await waitFor(end)) ? look() : null;
}
