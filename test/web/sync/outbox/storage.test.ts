import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { createStore, get, set } from 'idb-keyval';
import type { OutboxEntry } from '#web/sync/outbox/entry.ts';
import { createOutboxStorage, STORED_FORM } from '#web/sync/outbox/storage.ts';

/** The part of `localStorage` that the outbox uses: its names are its keys. */
function deviceStorage(): unknown {
  return Object.create({
    setItem(this: Record<string, string>, name: string, value: string) {
      this[name] = value;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  });
}

beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', { value: deviceStorage(), configurable: true });
});
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

const entry = (id: string): OutboxEntry => ({
  id,
  commandId: id,
  actor: 'ada',
  campus: 'ou',
  type: 'CreatePost',
  version: 1,
  data: {},
  target: 'post-1',
  facts: [],
  after: [],
  uploads: [{ name: 'a', file: new Blob(['x']), progress: 0.5 }],
  order: 1,
  consentedAt: 1,
  status: 'queued',
  refusal: null,
  attempts: 0,
});
const records = () => createStore('quad.outbox', 'entries');

describe('a page that is left before the database has done what was asked of it', () => {
  beforeEach(() => {
    Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
  });

  /** A page whose removal goes with it. */
  async function leaveRemoving(id: string): Promise<void> {
    const removal = jest.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore) {
      this.transaction.abort();
      return {} as IDBRequest<undefined>;
    });
    await expect(createOutboxStorage().remove(id)).rejects.toBeNull();
    removal.mockRestore();
  }

  it('[POST-17 in part] what was taken back is not sent by the next page, nor by any later one', async () => {
    await createOutboxStorage().put(entry('a'));
    await createOutboxStorage().put(entry('b'));
    await leaveRemoving('a');
    expect((await createOutboxStorage().load()).map(({ id }) => id)).toEqual(['b']);
    expect(await get('a', records())).toBeUndefined();
    expect(Object.keys(localStorage)).toEqual([]);
    expect((await createOutboxStorage().load()).map(({ id }) => id)).toEqual(['b']);
  });

  it('what replaces it under its id is loaded', async () => {
    const storage = createOutboxStorage();
    await storage.put(entry('a'));
    await leaveRemoving('a');
    await storage.put({ ...entry('a'), order: 2 });
    expect((await createOutboxStorage().load()).map(({ order }) => order)).toEqual([2]);
  });
});

describe('tabs of different releases', () => {
  beforeEach(() => {
    Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
  });

  it('an entry of a newer form is left alone by an older one: not sent, not changed, not lost', async () => {
    const newer = { id: 'a', form: STORED_FORM + 1, what: 'nobody here knows' };
    await set('a', newer, records());
    const storage = createOutboxStorage();
    expect(await storage.load()).toEqual([]);
    await storage.put(entry('a'));
    await storage.put(entry('b'));
    expect(await get('a', records())).toEqual(newer);
    expect((await storage.load()).map(({ id }) => id)).toEqual(['b']);
  });

  it('what releases before the first form have stored is taken up', async () => {
    await set('a', { ...entry('a'), uploads: [] }, records());
    expect(await createOutboxStorage().load()).toEqual([{ ...entry('a'), uploads: [] }]);
  });

  it('what only this tab knows of an upload is not kept', async () => {
    const storage = createOutboxStorage();
    await storage.put(entry('a'));
    const [kept] = await storage.load();
    expect(kept?.uploads.map(({ name, progress }) => ({ name, progress }))).toEqual([
      { name: 'a', progress: undefined },
    ]);
    expect(kept).not.toHaveProperty('form');
    // A later release finds the form by which it reads it.
    expect(await get('a', records())).toMatchObject({ id: 'a', form: STORED_FORM });
  });
});
