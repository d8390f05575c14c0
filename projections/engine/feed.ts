import type { FeedMark, FeedPage, FeedRow, ReadStore } from './readStore.ts';

/** Rows of the change feed that are read at a time. */
const PAGE_ROWS = 1_000;
/** Rows that are read in one go at most, some 40 MB: who is further behind loses less by beginning anew. */
export const BEHIND_MAX_ROWS = 20_000;

/**
 * Rows of the change feed after a mark, up to the checkpoint. `null`: the feed does not go on from the mark, or has more
 * than `BEHIND_MAX_ROWS` after it.
 */
export async function readFeed(store: Pick<ReadStore, 'feedAfter'>, since: FeedMark): Promise<FeedPage | null> {
  const rows: FeedRow[] = [];
  for (let end = since; ; ) {
    const page = await store.feedAfter(end, PAGE_ROWS);
    if (page === null) return null;
    rows.push(...page.rows);
    end = page.end;
    if (page.rows.length < PAGE_ROWS) return { rows, end };
    if (rows.length >= BEHIND_MAX_ROWS) return null;
  }
}

/** Whether two marks are the same place in the feed. */
export function isSameMark(a: FeedMark, b: FeedMark): boolean {
  return a.generation === b.generation && a.row === b.row && a.position === b.position;
}
