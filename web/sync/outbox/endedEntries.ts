/** Names the entries that have ended, one item of `localStorage` each. */
const PREFIX = 'quad-ended:';

/**
 * Entries whose removal from the database is under way. A page that is left takes a transaction that is still open with
 * it: without this note the next page would find, and send, what a person has just taken back. The note is written at once.
 */
export const endedEntries = {
  note: (id: string): void => keep((storage) => storage.setItem(PREFIX + id, '')),
  forget: (id: string): void => keep((storage) => storage.removeItem(PREFIX + id)),
  ids(): readonly string[] {
    let ids: readonly string[] = [];
    keep((storage) => {
      ids = Object.keys(storage).flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
    });
    return ids;
  },
};

function keep(task: (storage: Storage) => void): void {
  try {
    task(localStorage);
  } catch (error) {
    console.warn('What has ended is removed from the database alone.', error);
  }
}
