import { createStore, del, promisifyRequest, type UseStore, values } from 'idb-keyval';
import { endedEntries } from './endedEntries.ts';
import type { OutboxEntry, PendingUpload } from './entry.ts';
import type { OutboxStorage } from './ports.ts';

const DATABASE = 'quad.outbox';
const TABLE = 'entries';

/** Milliseconds that the database may take. A database that an older tab blocks never answers. */
const ANSWER_MAX_MS = 5_000;

/** Bytes that the slowest device writes in a millisecond: a video of 100 MB takes it ten seconds. */
const WRITTEN_BYTES_PER_MS = 10_000;

/**
 * Form in which this release stores entries. Raise it when an older release could not continue from a stored entry, and
 * convert older forms in `readStored`.
 */
export const STORED_FORM = 1;

/** An entry as stored in the database; the first releases wrote no `form`. */
type Stored = OutboxEntry & { readonly form?: number };

/** The outbox in IndexedDB, one record for each entry; files are kept as Blobs beside their command. */
export function createOutboxStorage(): OutboxStorage {
  let opened: UseStore | null = null;
  const store = () => {
    opened ??= createStore(DATABASE, TABLE);
    return opened;
  };
  return {
    async load() {
      const before = endedEntries.ids();
      const stored = await inTime(() => values<Stored>(store()));
      const ended = [...before, ...endedEntries.ids()];
      if (before.length > 0) await inTime(() => sweep(store(), before));
      return stored.filter(({ id }) => !ended.includes(id)).flatMap(readStored);
    },
    put(entry) {
      // A revised entry has the id of the one that it replaces.
      endedEntries.forget(entry.id);
      return inTime(() => putUnlessNewer(store(), toStored(entry)), writingMs(entry));
    },
    async remove(id) {
      endedEntries.note(id);
      await inTime(() => del(id, store()));
      endedEntries.forget(id);
    },
  };
}

/** Removes what an earlier page has left behind; not what has been revised since. */
async function sweep(store: UseStore, ended: readonly string[]): Promise<void> {
  await store('readwrite', (table) => {
    const noted = endedEntries.ids();
    for (const id of ended) if (noted.includes(id)) table.delete(id);
    return promisifyRequest(table.transaction);
  });
  for (const id of ended) endedEntries.forget(id);
}

/** Milliseconds that writing an entry may take. */
function writingMs({ uploads }: OutboxEntry): number {
  return ANSWER_MAX_MS + uploads.reduce((sum, { file }) => sum + file.size, 0) / WRITTEN_BYTES_PER_MS;
}

/** The stored part of an entry: the progress of uploads stays in this tab. */
export function toStored(entry: OutboxEntry): Stored {
  const uploads = entry.uploads.map(
    ({ name, file, media, resume, again }): PendingUpload => ({ name, file, media, resume, again }),
  );
  return { ...entry, uploads, form: STORED_FORM };
}

/** The entry of a record; none for a newer release's form, which a tab of that release sends. */
export function readStored({ form = STORED_FORM, ...entry }: Stored): readonly OutboxEntry[] {
  return form > STORED_FORM ? [] : [entry];
}

/** A tab of a newer release may have stored more fields than this one knows: it is not overwritten. */
function putUnlessNewer(store: UseStore, entry: Stored): Promise<void> {
  return store('readwrite', async (table) => {
    const before = await promisifyRequest<Stored | undefined>(table.get(entry.id));
    if ((before?.form ?? STORED_FORM) <= STORED_FORM) table.put(entry, entry.id);
    await promisifyRequest(table.transaction);
  });
}

/** @throws Error the database has not answered; the request may still take effect */
function inTime<T>(ask: () => Promise<T>, maxMs = ANSWER_MAX_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database does not answer.')), maxMs);
    // Where storage is forbidden, opening it throws at once.
    void Promise.resolve()
      .then(ask)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
