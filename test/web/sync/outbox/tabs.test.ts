import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createTabLock } from '#web/sync/outbox/tabs.ts';

function withLocks(request: (name: string, task: () => Promise<void>) => Promise<void>) {
  Object.defineProperty(globalThis, 'navigator', { value: { locks: { request } }, configurable: true });
}

afterEach(() => void Reflect.deleteProperty(globalThis, 'navigator'));

describe('the turn of a tab', () => {
  it('is the browser’s to give', async () => {
    const asked: string[] = [];
    withLocks(async (name, task) => {
      asked.push(name);
      await task();
    });
    const task = jest.fn(async () => undefined);
    await createTabLock('outbox').run(task);
    expect([asked, task.mock.calls.length]).toEqual([['outbox'], 1]);
  });

  it('is taken where a browser with its site data blocked gives none: what was written is sent all the same', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    withLocks(() => Promise.reject(new DOMException('Access is denied.', 'SecurityError')));
    const task = jest.fn(async () => undefined);
    await createTabLock('outbox').run(task);
    expect(task).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('is not taken again for what failed in it', async () => {
    withLocks((_name, task) => task());
    const task = jest.fn(() => Promise.reject(new Error('No connection.')));
    await expect(createTabLock('outbox').run(task)).rejects.toThrow('No connection.');
    expect(task).toHaveBeenCalledTimes(1);
  });
});
