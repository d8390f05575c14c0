/**
 * The feed while it is read (D22, Q31). At the top the list is live. Once scrolled, shown cards keep their positions:
 * new posts wait behind the pill, bumped ones wait with them uncounted, deleted and sold ones disappear, older pages are
 * appended. A post that is for sale again returns to its place.
 */
export interface FrozenFeed {
  /** Keys on screen and those that left it, in their order. */
  readonly order: readonly string[];
  /** Keys on screen, in their order. */
  readonly shown: readonly string[];
  /** Keys above them that wait. */
  readonly waiting: readonly string[];
}

export const EMPTY_FEED: FrozenFeed = { order: [], shown: [], waiting: [] };

/** Keeps the identity of an array whose items did not change: nothing is drawn anew for it. */
function same(before: readonly string[], now: readonly string[]): readonly string[] {
  return before.length === now.length && before.every((key, index) => key === now[index]) ? before : now;
}

/**
 * The next state of the feed.
 *
 * @param live keys of the topic's window in their true order
 * @param frozen the reader has scrolled down
 */
export function nextFeed(feed: FrozenFeed, live: readonly string[], frozen: boolean): FrozenFeed {
  if (!frozen || feed.shown.length === 0) {
    const shown = same(feed.shown, live);
    return shown === feed.shown && feed.waiting.length === 0 ? feed : { order: shown, shown, waiting: [] };
  }
  const standing = new Set(live);
  const kept = feed.order.filter((key) => standing.has(key));
  const known = new Set(kept);
  // Posts after all shown ones are an older page; posts before a shown one have risen.
  let end = live.length;
  while (end > 0 && !known.has(live[end - 1] ?? '')) end -= 1;
  const older = live.slice(end);
  const shown = same(feed.shown, [...kept, ...older]);
  const waiting = same(
    feed.waiting,
    live.slice(0, end).filter((key) => !known.has(key)),
  );
  return shown === feed.shown && waiting === feed.waiting ? feed : { order: [...feed.order, ...older], shown, waiting };
}

/**
 * How many of the waiting posts are new: those made after everything that was known when the feed was frozen.
 * A bumped post from further down waits too, but is no news.
 *
 * @param createdAt position of creation by key
 * @param watermark highest position that was known at the time
 */
export function countNew(
  waiting: readonly string[],
  createdAt: (key: string) => string | undefined,
  watermark: string,
): number {
  return waiting.filter((key) => (createdAt(key) ?? '') > watermark).length;
}

/** "3 new posts" (D22). */
export function pillText(count: number): string {
  return count === 1 ? '1 new post' : `${count} new posts`;
}
