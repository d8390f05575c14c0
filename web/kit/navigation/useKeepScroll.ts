import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { keepPlace } from './pageStart.ts';

const STORAGE_KEY = 'quad-scroll';
/** Milliseconds without scrolling after which a position is stored. */
const REST_MS = 150;
/** Pages whose position is remembered in a tab. */
const MAX_PLACES = 20;

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function write(entry: string, top: number): void {
  const { [entry]: _before, ...others } = read();
  const kept = Object.entries(others).slice(-(MAX_PLACES - 1));
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries([...kept, [entry, top]])));
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
    scrollTo({ top: wanted.current, behavior: 'instant' });
    wanted.current = undefined;
  }, [filled, key, hasMore, loadingMore, loadMore]);

  // A layout effect, because its cleanup has to run before the next page scrolls.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let top = scrollY;
    const save = () => {
      clearTimeout(timer);
      timer = undefined;
      write(key, top);
    };
    const onScroll = () => {
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
