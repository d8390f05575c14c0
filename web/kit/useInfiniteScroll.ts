import { useEffect, useRef } from 'react';

/** Pixels from the bottom of the feed at which the next page is asked for (FEED-05). */
export const FEED_TRIGGER_PX = 251;
/** Pixels from the bottom of the saved list (SAVE-06). */
export const SAVED_TRIGGER_PX = 1;
/** Milliseconds between two pages (FEED-05). */
const COOL_DOWN_MS = 1_000;

/**
 * Milliseconds until the next page may be asked for: 0 now, `null` while the bottom is further away than the trigger.
 *
 * @param belowPx pixels of the page below the window
 * @param sinceLastMs milliseconds since the last page was asked for
 */
export function dueIn(belowPx: number, triggerPx: number, sinceLastMs: number): number | null {
  // Fractions of a pixel: some screens never reach the very bottom.
  if (belowPx > triggerPx + 1) return null;
  return Math.max(0, COOL_DOWN_MS - sinceLastMs);
}

/** Asks for the next page when the page's bottom is near, at most once a second. */
export function useInfiniteScroll(options: {
  readonly triggerPx: number;
  /** Another page exists, and none is being loaded. */
  readonly ready: boolean;
  readonly loadMore: () => void;
  /** Items that are shown: a short page may leave the bottom in sight. */
  readonly count: number;
}): void {
  const { triggerPx, ready, loadMore, count } = options;
  const lastAt = useRef(Number.NEGATIVE_INFINITY);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count is a new bottom
  useEffect(() => {
    if (!ready) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const now = performance.now();
      const wait = dueIn(scrollHeight - clientHeight - scrollY, triggerPx, now - lastAt.current);
      if (wait === null) return;
      if (wait > 0) {
        clearTimeout(timer);
        timer = setTimeout(look, wait);
        return;
      }
      lastAt.current = now;
      loadMore();
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [triggerPx, ready, loadMore, count]);
}
