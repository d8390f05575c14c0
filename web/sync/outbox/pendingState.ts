import type { OutboxEntry } from './entry.ts';

/** Collections whose documents are keyed by the id of a stream of that kind. */
const COLLECTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  post: ['posts', 'postCounters'],
  save: ['saves'],
  user: ['people', 'accounts'],
};

/** Whether the newest of these entries that writes the document's own stream is still on its way. */
export function pendingState(
  outbox: readonly OutboxEntry[],
  collection: string,
  key: string,
): 'sending' | 'failed' | null {
  const entry = outbox.findLast(({ target }) => {
    const dash = target.indexOf('-');
    return target.slice(dash + 1) === key && COLLECTIONS_OF[target.slice(0, dash)]?.includes(collection);
  });
  if (entry === undefined) return null;
  return entry.status === 'queued' || entry.status === 'sending' ? 'sending' : 'failed';
}
