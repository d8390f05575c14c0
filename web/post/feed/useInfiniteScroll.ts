import { useEffect, useRef } from 'react';

/** Pixels from the bottom of the feed at which the next page is asked for (FEED-05). */
export const FEED_TRIGGER_PX = 251;
/** Pixels from the bottom of the saved list (SAVE-06). */
export const SAVED_TRIGGER_PX = 1;
/** Milliseconds between two pages (FEED-05). */
const COOL_DOWN_MS = 1_000;

/** Asks for the next page when the page's bottom is near, at most once a second. */
export function useInfiniteScroll(options: {
  readonly triggerPx: number;
  /** There is more, and nothing is on its way. */
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
      // Fractions of a pixel: some screens never reach the very bottom.
      if (scrollHeight - clientHeight - scrollY > triggerPx + 1) return;
      const wait = lastAt.current + COOL_DOWN_MS - performance.now();
      if (wait > 0) {
        clearTimeout(timer);
        timer = setTimeout(look, wait);
        return;
      }
      lastAt.current = performance.now();
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
