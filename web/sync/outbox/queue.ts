import { newId } from '#domain/kernel/ids.ts';
import type { OutboxEntry } from './entry.ts';

/** Whether an entry will not be tried again by itself: no other entry waits for it. */
function isOver(entry: OutboxEntry): boolean {
  return entry.status === 'rejected';
}

/**
 * Whether an entry must wait for another: an earlier one of a stream that it writes or reads, one of its lane, or one
 * declared in `after`.
 */
export function isBlocked(entry: OutboxEntry, entries: readonly OutboxEntry[]): boolean {
  return entries.some((other) => {
    if (other.id === entry.id || isOver(other) || other.actor !== entry.actor) return false;
    if (entry.after.includes(other.id)) return true;
    return other.order < entry.order && isBefore(other, entry);
  });
}

/** Whether of two entries the earlier one is sent first. */
function isBefore(earlier: OutboxEntry, later: OutboxEntry): boolean {
  if (earlier.lane !== undefined && earlier.lane === later.lane) return true;
  return earlier.target === later.target || later.facts.includes(earlier.target);
}

/** An actor's entries that may be sent now, in their order. */
export function readyEntries(
  entries: readonly OutboxEntry[],
  mayTry: (entry: OutboxEntry) => boolean,
): readonly OutboxEntry[] {
  return entries.filter(
    (entry) => (entry.status === 'queued' || entry.status === 'failed') && mayTry(entry) && !isBlocked(entry, entries),
  );
}

/** Entries that depend on this one: those that declare it, and those about the thing it was to make. */
export function dependentsOf(entry: OutboxEntry, entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const madeStream = entry.target.endsWith(newId(entry.commandId, 0)) ? entry.target : null;
  return entries.filter(
    (other) =>
      other.id !== entry.id &&
      !isOver(other) &&
      (other.after.includes(entry.id) ||
        (madeStream !== null && (other.target === madeStream || other.facts.includes(madeStream)))),
  );
}

/** Entries in their order. */
export function inOrder(entries: Iterable<OutboxEntry>): readonly OutboxEntry[] {
  return [...entries].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
}

/** The order of a new entry: after all others of this browser, also of other tabs. */
export function nextOrder(entries: Iterable<OutboxEntry>, now: number): number {
  return Math.max(now, ...[...entries].map(({ order }) => order + 1));
}
