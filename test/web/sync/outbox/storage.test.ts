import { afterEach, expect, it, jest } from '@jest/globals';
import { createOutboxStorage } from '#web/sync/outbox/storage.ts';

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'indexedDB');
});

it('a database that never answers, as one that another tab blocks, is not waited for for ever', async () => {
  jest.useFakeTimers();
  Object.assign(globalThis, { indexedDB: { open: () => ({}) } });
  const storage = createOutboxStorage();
  for (const asked of [storage.load(), storage.remove('an entry')]) {
    const refused = expect(asked).rejects.toThrow('The database does not answer.');
    await jest.advanceTimersByTimeAsync(5_000);
    await refused;
  }
});

it('a browser that forbids storage says so as an answer, not by throwing at once', async () => {
  Object.assign(globalThis, {
    indexedDB: {
      open() {
        throw new Error('Storage is forbidden.');
      },
    },
  });
  await expect(createOutboxStorage().load()).rejects.toThrow('Storage is forbidden.');
});
