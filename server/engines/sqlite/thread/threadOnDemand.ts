import type { WorkerClient, WorkerMethods } from './workerRpc.ts';

/**
 * A thread for rare work: it starts on demand and ends after `restMs` without work, since an idle thread takes 7 MB.
 */
export interface ThreadOnDemand<Methods extends WorkerMethods> {
  /**
   * Works with the thread, one at a time. After a failure the next one gets a new thread.
   * @throws what starting the thread or the work threw
   */
  use<T>(work: (thread: WorkerClient<Methods>) => Promise<T>): Promise<T>;
  /** Ends the thread if there is one. No work may be under way or follow. */
  close(): Promise<void>;
}

/** @param restMs milliseconds without work after which the thread ends */
export function createThreadOnDemand<Methods extends WorkerMethods>(
  start: () => Promise<WorkerClient<Methods>>,
  restMs: number,
): ThreadOnDemand<Methods> {
  let thread: Promise<WorkerClient<Methods>> | null = null;
  let ending: Promise<unknown> = Promise.resolve();
  let rest: NodeJS.Timeout | undefined;

  function end(): Promise<unknown> {
    const ended = thread;
    thread = null;
    // A thread that did not start, or has crashed, need not be closed.
    if (ended !== null) ending = Promise.all([ending, ended.then((client) => client.close()).catch(() => undefined)]);
    return ending;
  }
  return {
    async use(work) {
      clearTimeout(rest);
      thread ??= start();
      try {
        const result = await work(await thread);
        rest = setTimeout(end, restMs).unref();
        return result;
      } catch (error) {
        await end();
        throw error;
      }
    },
    async close() {
      clearTimeout(rest);
      await end();
    },
  };
}
