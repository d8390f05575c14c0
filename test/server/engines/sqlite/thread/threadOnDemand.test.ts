import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createThreadOnDemand } from '#server/engines/sqlite/thread/threadOnDemand.ts';
import type { WorkerClient } from '#server/engines/sqlite/thread/workerRpc.ts';

const REST_MS = 1_000;

type Methods = { readonly work: () => void };

/** Starts threads of paper and keeps count of those that run. */
function paperThreads() {
  const counts = { started: 0, running: 0 };
  const start = async (): Promise<WorkerClient<Methods>> => {
    counts.started += 1;
    counts.running += 1;
    return {
      call: async () => undefined as never,
      close: async () => {
        counts.running -= 1;
      },
    };
  };
  return { counts, start };
}

describe('a thread on demand', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('starts when it is needed, stays while there is work, and ends when it has rested', async () => {
    const { counts, start } = paperThreads();
    const onDemand = createThreadOnDemand<WorkerClient<Methods>>(start, REST_MS);
    expect(counts).toEqual({ started: 0, running: 0 });
    await onDemand.use((thread) => thread.call('work'));
    await jest.advanceTimersByTimeAsync(REST_MS - 1);
    await onDemand.use((thread) => thread.call('work'));
    await jest.advanceTimersByTimeAsync(REST_MS - 1);
    expect(counts).toEqual({ started: 1, running: 1 });
    await jest.advanceTimersByTimeAsync(1);
    expect(counts).toEqual({ started: 1, running: 0 });
    await onDemand.use((thread) => thread.call('work'));
    expect(counts).toEqual({ started: 2, running: 1 });
    await onDemand.close();
    expect(counts.running).toBe(0);
  });

  it('does not end while one of its works still goes on', async () => {
    const { counts, start } = paperThreads();
    const onDemand = createThreadOnDemand<WorkerClient<Methods>>(start, REST_MS);
    const long = Promise.withResolvers<void>();
    const working = onDemand.use(() => long.promise);
    await onDemand.use((thread) => thread.call('work'));
    await jest.advanceTimersByTimeAsync(10 * REST_MS);
    expect(counts).toEqual({ started: 1, running: 1 });
    long.resolve();
    await working;
    await jest.advanceTimersByTimeAsync(REST_MS);
    expect(counts).toEqual({ started: 1, running: 0 });
  });

  it('does not end while it works for longer than it rests', async () => {
    const { counts, start } = paperThreads();
    const onDemand = createThreadOnDemand<WorkerClient<Methods>>(start, REST_MS);
    await onDemand.use((thread) => thread.call('work'));
    const long = Promise.withResolvers<void>();
    const working = onDemand.use(() => long.promise);
    await jest.advanceTimersByTimeAsync(10 * REST_MS);
    expect(counts.running).toBe(1);
    long.resolve();
    await working;
    await onDemand.close();
  });

  it('is another one after work that failed', async () => {
    const { counts, start } = paperThreads();
    const onDemand = createThreadOnDemand<WorkerClient<Methods>>(start, REST_MS);
    const failed = onDemand.use(async () => {
      throw new Error('disk');
    });
    await expect(failed).rejects.toThrow('disk');
    expect(counts).toEqual({ started: 1, running: 0 });
    await onDemand.use((thread) => thread.call('work'));
    expect(counts).toEqual({ started: 2, running: 1 });
    await onDemand.close();
  });

  it('says why it could not be started, and is tried again', async () => {
    const { counts, start } = paperThreads();
    let isBroken = true;
    const onDemand = createThreadOnDemand<WorkerClient<Methods>>(async () => {
      if (isBroken) throw new Error('no memory');
      return start();
    }, REST_MS);
    await expect(onDemand.use((thread) => thread.call('work'))).rejects.toThrow('no memory');
    isBroken = false;
    await onDemand.use((thread) => thread.call('work'));
    expect(counts.running).toBe(1);
    await onDemand.close();
  });
});
