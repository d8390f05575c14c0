import { createStore, del, set, type UseStore, values } from 'idb-keyval';
import type { OutboxEntry } from './entry.ts';
import type { OutboxStorage } from './ports.ts';

const DATABASE = 'quad.outbox';
const TABLE = 'entries';

/** Milliseconds that the database may take. One that another tab of an older release blocks never answers. */
const ANSWER_MAX_MS = 5_000;

/** The outbox in IndexedDB, one record for each entry; files are kept as Blobs beside their command. */
export function createOutboxStorage(): OutboxStorage {
  let opened: UseStore | null = null;
  const store = () => {
    opened ??= createStore(DATABASE, TABLE);
    return opened;
  };
  return {
    load: () => inTime(() => values<OutboxEntry>(store())),
    put: (entry) => inTime(() => set(entry.id, entry, store())),
    remove: (id) => inTime(() => del(id, store())),
  };
}

/** @throws Error the database has not answered: what was asked may still be done */
function inTime<T>(ask: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database does not answer.')), ANSWER_MAX_MS);
    // Where storage is forbidden, opening it throws at once.
    void Promise.resolve()
      .then(ask)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
