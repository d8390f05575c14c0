import { useEffect } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { newId } from '#domain/kernel/ids.ts';
import { refId } from '#projections/kernel/collection.ts';
import { posts } from '#projections/post/collections.ts';
import { syncClient } from '../../sync/client.ts';
import type { SyncView } from '../../sync/documents/view.ts';
import type { OutboxEntry } from '../../sync/outbox/entry.ts';
import { showPosted, showReplied } from './sentAlerts.ts';

/** Entries whose composer is still open and says itself how they end. */
const awaitedIds = new Set<string>();

/** Marks an outbox entry as awaited by its composer until the answer is there, or no longer waited for. */
export async function awaited<T>(entryId: string, answer: Promise<T>): Promise<T> {
  awaitedIds.add(entryId);
  try {
    return await answer;
  } finally {
    awaitedIds.delete(entryId);
  }
}

/**
 * Shows "Posted!" for a post written offline or before a reload, when it is acknowledged (D11). An entry leaves the
 * outbox either acknowledged, and then its post is shown, or discarded, together with its post.
 *
 * @returns ends it
 */
function followArrivals(view: Pick<StoreApi<SyncView>, 'subscribe'>): () => void {
  return view.subscribe((now, before) => {
    if (now.outbox === before.outbox) return;
    const waiting = new Set(now.outbox.map(({ id }) => id));
    for (const entry of before.outbox) {
      if (!waiting.has(entry.id) && !awaitedIds.has(entry.id)) sayArrived(entry, now);
    }
  });
}

function sayArrived({ type, commandId }: OutboxEntry, { documents }: SyncView): void {
  const postId = newId(commandId, 0);
  // Only the visible one of several tabs shows it.
  if (documents[refId({ collection: posts.name, key: postId })] === undefined || document.hidden) return;
  if (type === 'CreatePost') showPosted(postId);
  if (type === 'AddComment') showReplied();
}

/** Runs `followArrivals` while the page is open; draws nothing. */
export function LateArrivals(): null {
  useEffect(() => followArrivals(syncClient().view), []);
  return null;
}
