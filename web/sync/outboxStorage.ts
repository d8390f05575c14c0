import { createStore, del, set, type UseStore, values } from 'idb-keyval';
import type { OutboxEntry } from './outboxEntry.ts';
import type { OutboxStorage } from './ports.ts';

const DATABASE = 'quad.outbox';
const TABLE = 'entries';

/** The outbox in IndexedDB, one record for each entry; files are kept as Blobs beside their command. */
export function createOutboxStorage(): OutboxStorage {
  let opened: UseStore | null = null;
  const store = () => {
    opened ??= createStore(DATABASE, TABLE);
    return opened;
  };
  return {
    load: () => values<OutboxEntry>(store()),
    put: (entry) => set(entry.id, entry, store()),
    remove: (id) => del(id, store()),
  };
}
