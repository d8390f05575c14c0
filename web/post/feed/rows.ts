import type { Post } from '#projections/post/collections.ts';

/** One row of a list of posts: a post, or banners of new members that follow each other. */
export interface Row {
  /** Stays while newer members join the row above: the id of its oldest post. */
  readonly key: string;
  /** Newest first. */
  readonly postIds: readonly string[];
}

const isBanner = (post: Post | undefined) => post?.kind === 'new user';

/**
 * The rows of a list. A row that did not change keeps its identity, and so does the whole.
 *
 * @param byId the posts that are held, by id
 */
export function nextRows(
  before: readonly Row[],
  postIds: readonly string[],
  byId: ReadonlyMap<string, Post>,
): readonly Row[] {
  const runs: string[][] = [];
  for (const [index, id] of postIds.entries()) {
    const last = runs.at(-1);
    const joins = isBanner(byId.get(id)) && isBanner(byId.get(postIds[index - 1] ?? ''));
    if (joins && last !== undefined) last.push(id);
    else runs.push([id]);
  }
  const known = new Map(before.map((row) => [row.key, row]));
  const rows = runs.map((run) => {
    const key = run.at(-1) ?? '';
    const row = known.get(key);
    return row !== undefined && isSame(row.postIds, run) ? row : { key, postIds: run };
  });
  return isSame(before, rows) ? before : rows;
}

function isSame<T>(before: readonly T[], now: readonly T[]): boolean {
  return before.length === now.length && before.every((item, index) => item === now[index]);
}

/** Index of the row that shows a post, or -1. The row's key may have changed: a later page can extend it. */
export function rowOf(rows: readonly Row[], postId: string): number {
  return rows.findIndex(({ postIds }) => postIds.includes(postId));
}
