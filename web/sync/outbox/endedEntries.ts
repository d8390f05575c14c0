import { deviceStorage } from '../../kit/storage/textStorage.ts';

/** Names the entries that have ended, one item of `localStorage` each. */
const PREFIX = 'quad-ended:';

/**
 * Entries whose removal from the database is under way. A page that is left takes a transaction that is still open with
 * it: without this note the next page would find, and send, what a person has just taken back. The note is written at once.
 */
export const endedEntries = {
  note: (id: string): void => void deviceStorage.setItem(PREFIX + id, ''),
  forget: (id: string): void => deviceStorage.removeItem(PREFIX + id),
  ids: (): readonly string[] =>
    deviceStorage.names().flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])),
};
