import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { startWorker, type WorkerClient } from '#server/engines/sqlite/thread/workerRpc.ts';
import { WrongExpectedRevision } from '#server/ports/eventStore.ts';
import type { SampleMethods } from './sampleWorker.ts';

const FILE = new URL('./sampleWorker.ts', import.meta.url);

describe('calls to a worker thread', () => {
  let folder: string;
  let closedFile: string;
  let client: WorkerClient<SampleMethods> | null;

  const start = async (failToOpen = false, onNotice?: (notice: unknown) => void) => {
    client = await startWorker<SampleMethods>(FILE, {
      data: { failToOpen, closedFile },
      name: 'the sample',
      errors: [WrongExpectedRevision],
      ...(onNotice === undefined ? {} : { onNotice }),
    });
    return client;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quad-rpc-'));
    closedFile = join(folder, 'closed');
    client = null;
  });
  afterEach(async () => {
    await client?.close();
    rmSync(folder, { recursive: true });
  });

  it('answers by value, also out of order', async () => {
    const worker = await start();
    const held = worker.call('hold');
    await expect(worker.call('add', 2, 3)).resolves.toBe(5);
    await worker.call('release', 'let go');
    await expect(held).resolves.toBe('let go');
  });

  it('keeps the class and the fields of known errors', async () => {
    const worker = await start();
    const error = await worker.call('wrongRevision').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WrongExpectedRevision);
    expect(error).toMatchObject({ name: 'WrongExpectedRevision', stream: 'post-1', expected: 3, actual: 5 });
    expect((error as Error).message).toContain('post-1');
  });

  it('keeps name, message and fields of other errors', async () => {
    const worker = await start();
    const error = await worker.call('foreignError').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'TypeError', message: 'not this', code: 'E_SAMPLE' });
  });

  it('refuses at once what can not be sent, and goes on', async () => {
    const worker = await start();
    await expect(worker.call('add', 1, (() => 2) as unknown as number)).rejects.toThrow('could not be cloned');
    await expect(worker.call('add', 1, 2)).resolves.toBe(3);
  });

  it('throws what opening threw, with its cause', async () => {
    const error = await start(true).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Unavailable);
    expect((error as Error).cause).toMatchObject({ name: 'RangeError', message: 'deep reason' });
  });

  it('hands over notices before the answer', async () => {
    const notices: unknown[] = [];
    const worker = await start(false, (notice) => notices.push(notice));
    await worker.call('progress', 3);
    expect(notices).toEqual([{ done: 1 }, { done: 2 }, { done: 3 }]);
  });

  it('[P7] says Unavailable for what was under way when the thread crashed, and from then on', async () => {
    const worker = await start();
    const held = worker.call('hold');
    const crashed = worker.call('crash');
    await expect(crashed).rejects.toThrow(Unavailable);
    await expect(held).rejects.toThrow(Unavailable);
    await expect(worker.call('add', 1, 1)).rejects.toThrow('the sample');
  });

  it('waits on close for what runs, then closes the files, once', async () => {
    const worker = await start();
    const held = worker.call('hold');
    const released = worker.call('release', 'in time');
    const closed = worker.close();
    expect(worker.close()).toBe(closed);
    await expect(held).resolves.toBe('in time');
    await released;
    await closed;
    expect(existsSync(closedFile)).toBe(true);
    await expect(worker.call('add', 1, 1)).rejects.toThrow('is closed');
  });
});
