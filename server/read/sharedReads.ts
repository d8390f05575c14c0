/**
 * Reads once for all who want the same now: after a restart thousands of readers come back to one feed within
 * milliseconds.
 *
 * @param what names the read, arguments and all
 */
export type ShareRead = <Answer>(what: string, read: () => Promise<Answer>) => Promise<Answer>;

/**
 * A read begins after the last one has joined it, so what anybody gets is no older than if they had read alone: who
 * learns a position first and reads documents then still reads no documents from before that position.
 *
 * @param soon calls back a little later; callers that want the same until then join
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

/** Everybody reads alone. */
export const readAlone: ShareRead = (_what, read) => read();
