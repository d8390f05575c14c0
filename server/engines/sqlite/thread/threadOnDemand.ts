/** A thread, or some that belong together. */
interface Closable {
  /** Waits for calls under way, and ends it. */
  close(): Promise<void>;
}

/**
 * A thread for rare work: it starts on demand and ends after `restMs` without work, since an idle thread takes 7 MB.
 */
export interface ThreadOnDemand<Thread extends Closable> {
  /**
   * Works with the thread. After a failure the next one gets a new thread.
   * @throws what starting the thread or the work threw
   */
  use<T>(work: (thread: Thread) => Promise<T>): Promise<T>;
  /** Ends the thread if there is one. No work may be under way or follow. */
  close(): Promise<void>;
}

/** @param restMs milliseconds without work after which the thread ends */
export function createThreadOnDemand<Thread extends Closable>(
  start: () => Promise<Thread>,
  restMs: number,
): ThreadOnDemand<Thread> {
  let thread: Promise<Thread> | null = null;
  let ending: Promise<unknown> = Promise.resolve();
  let rest: NodeJS.Timeout | undefined;
  let atWork = 0;

  function end(): Promise<unknown> {
    const ended = thread;
    thread = null;
    // A thread that did not start, or has crashed, need not be closed.
    if (ended !== null) ending = Promise.all([ending, ended.then((started) => started.close()).catch(() => undefined)]);
    return ending;
  }
  return {
    async use(work) {
      clearTimeout(rest);
      atWork += 1;
      thread ??= start();
      try {
        return await work(await thread);
      } catch (error) {
        await end();
        throw error;
      } finally {
        atWork -= 1;
        if (atWork === 0) rest = setTimeout(end, restMs).unref();
      }
    },
    async close() {
      clearTimeout(rest);
      await end();
    },
  };
}
