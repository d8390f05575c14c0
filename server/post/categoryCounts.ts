import { ALL_CATEGORIES } from '#domain/post/categories.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import type { OpenReads } from '../read/openReads.ts';

/** Posts of a feed that are counted, the newest activity first. */
export const COUNTED_POSTS = 500;
/** Milliseconds for which a count is kept. */
const COUNT_KEPT_MS = 60_000;

/** How many posts of each category a campus's feed has. */
export interface CategoryCounts {
  /** By category; one without posts is missing. */
  readonly counts: Readonly<Record<string, number>>;
  /** There are more posts than are counted. */
  readonly more: boolean;
}

type CountsOf = (campus: string) => Promise<CategoryCounts>;
interface Options {
  readonly readStore: Pick<OpenReads, 'query'>;
  readonly clock: () => Date;
}

/** By read models: pages and requests of a process share one count. */
const shared = new WeakMap<object, CountsOf>();

/** The counts of a process: all who ask for the same read models get the same count. */
export function categoryCountsOf(options: Options): CountsOf {
  const countsOf = shared.get(options.readStore) ?? createCategoryCounts(options);
  shared.set(options.readStore, countsOf);
  return countsOf;
}

/** Counts the feed of a campus for everybody who asks within a while. */
export function createCategoryCounts(options: Options): CountsOf {
  const { readStore, clock } = options;
  const known = new Map<string, { readonly at: number; readonly counted: Promise<CategoryCounts> }>();
  return (campus) => {
    const at = clock().getTime();
    const kept = known.get(campus);
    // A clock that was put back counts anew.
    if (kept !== undefined && at >= kept.at && at - kept.at < COUNT_KEPT_MS) return kept.counted;
    const counted = count(readStore, campus);
    known.set(campus, { at, counted });
    // After a failure the next one who asks counts anew.
    counted.catch(() => known.delete(campus));
    return counted;
  };
}

async function count(readStore: Pick<OpenReads, 'query'>, campus: string): Promise<CategoryCounts> {
  const page = { below: null, atOrAbove: null, limit: COUNTED_POSTS + 1 };
  const found = await readStore.query(posts.name, 'feed', [campus], page);
  const counts: Record<string, number> = {};
  for (const { doc } of found.slice(0, COUNTED_POSTS)) {
    const post = doc as Post | null;
    if (post === null || post.kind !== 'post' || post.category === ALL_CATEGORIES.value) continue;
    counts[post.category] = (counts[post.category] ?? 0) + 1;
  }
  return { counts, more: found.length > COUNTED_POSTS };
}
