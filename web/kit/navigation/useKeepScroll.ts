import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { tabStorage } from '../storage/textStorage.ts';
import { keepPlace } from './pageStart.ts';

const STORAGE_KEY = 'quad-scroll';
/** Milliseconds without scrolling after which a position is stored. */
const REST_MS = 150;
/** Milliseconds for which a page may still grow to the height that its position needs. */
const GROWTH_MAX_MS = 5_000;
/** Events of a person who scrolls by now. */
const OWN_SCROLLING = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;
/** Pages whose position is remembered in a tab. */
const MAX_PLACES = 20;

function read(): Record<string, number> {
  try {
    return JSON.parse(tabStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function write(entry: string, top: number): void {
  const { [entry]: _before, ...others } = read();
  const kept = Object.entries(others).slice(-(MAX_PLACES - 1));
  tabStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries([...kept, [entry, top]])));
}

/** Pages of a list that are not at hand. */
export interface FurtherPages {
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  loadMore(): void;
}

/**
 * Restores the scroll position of a page without a virtual list, on Back and reload.
 *
 * @param filled its content is drawn, so that it can be scrolled
 * @param rest further pages of the content, which are loaded as far as the position wants them
 */
export function useKeepScroll(filled: boolean, rest?: FurtherPages): void {
  const { key } = useLocation();
  const kind = useNavigationType();
  const { hasMore = false, loadingMore = false, loadMore } = rest ?? {};
  const wanted = useRef(kind === 'POP' ? read()[key] : undefined);

  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    keepPlace(key);
    if (!filled) return;
    const { scrollHeight, clientHeight } = document.documentElement;
    if (hasMore && scrollHeight - clientHeight < wanted.current) {
      if (!loadingMore) loadMore?.();
      return;
    }
    return reach(wanted.current, () => {
      wanted.current = undefined;
    });
  }, [filled, key, hasMore, loadingMore, loadMore]);

  // A layout effect, because its cleanup has to run before the next page scrolls.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let top = wanted.current ?? scrollY;
    const save = () => {
      clearTimeout(timer);
      timer = undefined;
      write(key, top);
    };
    const onScroll = () => {
      // As long as the page is too short for it, the position on the way is none to come back to.
      if (wanted.current !== undefined) return;
      top = scrollY;
      clearTimeout(timer);
      timer = setTimeout(save, REST_MS);
    };
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('pagehide', save);
    return () => {
      if (timer !== undefined) save();
      removeEventListener('scroll', onScroll);
      removeEventListener('pagehide', save);
    };
  }, [key]);
}

/** Ends the way to a position, while one is sought. */
let seeking: (() => void) | null = null;

/** Leaves the position that is sought: a part of the page is brought into sight instead of it. */
export function leavePlace(): void {
  seeking?.();
}

/**
 * Scrolls to a position. A page whose rows get their height later is followed until it is high enough, somebody scrolls,
 * a part of it is brought into sight (`leavePlace`), or the time for it is over. The browser scrolls too, when a page
 * becomes shorter on the way or its rows grow: that ends nothing.
 *
 * @param done called once, when the position is reached or given up
 * @returns stops it
 */
function reach(top: number, done: () => void): () => void {
  scrollTo({ top, behavior: 'instant' });
  if (top - scrollY <= 1) {
    done();
    return () => undefined;
  }
  const end = () => {
    stop();
    done();
  };
  const observer = new ResizeObserver(() => {
    scrollTo({ top, behavior: 'instant' });
    if (top - scrollY <= 1) end();
  });
  const timer = setTimeout(end, GROWTH_MAX_MS);
  const stop = () => {
    if (seeking === end) seeking = null;
    clearTimeout(timer);
    observer.disconnect();
    for (const each of OWN_SCROLLING) removeEventListener(each, end);
  };
  seeking = end;
  observer.observe(document.body);
  for (const each of OWN_SCROLLING) addEventListener(each, end, { passive: true });
  return stop;
}
