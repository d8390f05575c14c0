/**
 * Runs one read for all concurrent callers that want the same: after a restart thousands of readers return to one feed
 * within milliseconds.
 *
 * @param what names the read, arguments and all
 */
export type ShareRead = <Answer>(what: string, read: () => Promise<Answer>) => Promise<Answer>;

/**
 * A read begins after its last caller has joined, so its result is no older than a read of the caller's own: documents
 * read after a position are never older than that position.
 *
 * @param soon calls back a little later; callers that want the same read until then join it
 */
export function createSharedReads(soon: (begin: () => void) => void): ShareRead {
  const waiting = new Map<string, Promise<unknown>>();
  return <Answer>(what: string, read: () => Promise<Answer>): Promise<Answer> => {
    const joined = waiting.get(what);
    if (joined !== undefined) return joined as Promise<Answer>;
    const answer = new Promise<void>(soon).then(() => {
      waiting.delete(what);
      return read();
    });
    waiting.set(what, answer);
    return answer;
  };
}

/** Shares nothing: each call reads. */
export const readAlone: ShareRead = (_what, read) => read();
