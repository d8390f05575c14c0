import { START } from '#projections/engine/eventLog.ts';
import { readFeed } from '#projections/engine/feed.ts';
import type { FeedMark, FeedRow, ReadStore } from '#projections/engine/readStore.ts';

/** Where the feed of a store begins. */
export async function feedStart(store: Pick<ReadStore, 'feedEnd'>): Promise<FeedMark> {
  return { ...(await store.feedEnd()), row: 0, position: START };
}

/** The whole feed of a store. @throws Error it is not whole */
export async function wholeFeed(store: Pick<ReadStore, 'feedEnd' | 'feedAfter'>): Promise<readonly FeedRow[]> {
  const page = await readFeed(store, await feedStart(store));
  if (page === null) throw new Error('The feed does not go on from its beginning.');
  return page.rows;
}
