import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { keepPlace } from '../../kit/navigation/pageStart.ts';
import { pausing } from '../../kit/pausing.ts';
import { type ListPlace, placeOf, rememberPlace } from './listPlace.ts';
import { type Row, rowOf } from './rows.ts';

type WindowList = Virtualizer<Window, Element>;

/** Most pages fetched to find a position again after a reload. */
const MAX_PAGES_BACK = 40;
/** Frames in which a found card may still move while cards above it are measured. */
const SETTLE_FRAMES = 20;

/** The upmost card in sight and the distance of its upper edge from the window's. */
function anchorOf(list: WindowList, rows: readonly Row[]): Pick<ListPlace, 'anchor' | 'offset'> | null {
  const item = list.getVirtualItems().find(({ end }) => end > scrollY);
  const anchor = item === undefined ? undefined : rows[item.index]?.key;
  return item === undefined || anchor === undefined ? null : { anchor, offset: item.start - scrollY };
}

/**
 * Keeps the reader's position in a list: over Back and reload by a remembered card (FEED-27, D26), and while cards
 * above change by the card in view (D22).
 *
 * @param frozen the reader has scrolled down: cards above may change, cards in view may not move
 */
export function useListPlace(options: {
  readonly list: WindowList;
  readonly rows: readonly Row[];
  readonly frozen: boolean;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly loadMore: () => void;
}): void {
  const { list, rows, frozen, hasMore, loadingMore, loadMore } = options;
  const { key: entry } = useLocation();
  const kind = useNavigationType();
  const wanted = useRef(kind === 'POP' ? placeOf(entry) : undefined);
  const pages = useRef(0);
  const current = useRef({ list, rows });
  current.current = { list, rows };

  // Back and reload: loads page by page until the remembered card is there, then scrolls to it.
  useLayoutEffect(() => {
    const place = wanted.current;
    if (place === undefined) return;
    keepPlace(entry);
    if (rows.length === 0) return;
    const index = rowOf(rows, place.anchor);
    if (index === -1) {
      if (hasMore && !loadingMore && pages.current < MAX_PAGES_BACK) {
        pages.current += 1;
        loadMore();
      } else if (!hasMore) {
        wanted.current = undefined;
      }
      return;
    }
    wanted.current = undefined;
    return settleAt(() => current.current.list.measurementsCache[index]?.start, place.offset);
  }, [entry, rows, hasMore, loadingMore, loadMore]);

  // While frozen: the card under the eye stays where it is when the list changes above it.
  const seen = useRef<ReturnType<typeof anchorOf>>(null);
  useLayoutEffect(() => {
    const before = seen.current;
    if (before === null || !frozen) return;
    const index = rowOf(rows, before.anchor);
    const start = index === -1 ? undefined : list.measurementsCache[index]?.start;
    if (start === undefined) return;
    const moved = start - scrollY - before.offset;
    if (Math.abs(moved) > 1) scrollTo({ top: scrollY + moved, behavior: 'instant' });
  }, [rows, frozen, list]);

  // A layout effect, because its cleanup has to run before the next page scrolls.
  useLayoutEffect(() => {
    let frame = 0;
    const note = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        seen.current = anchorOf(current.current.list, current.current.rows);
      });
    };
    const remember = () => {
      const place = scrollY < 1 ? null : anchorOf(current.current.list, current.current.rows);
      rememberPlace(entry, place === null ? null : { ...place, heights: heightsOf(current.current) });
    };
    const rememberAfterPause = pausing(remember, 200);
    const onScroll = () => {
      note();
      rememberAfterPause();
    };
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('pagehide', remember);
    return () => {
      cancelAnimationFrame(frame);
      if (rememberAfterPause.cancel()) remember();
      removeEventListener('scroll', onScroll);
      removeEventListener('pagehide', remember);
    };
  }, [entry]);
}

/** Heights of the cards that were measured, so that Back need not guess. */
function heightsOf({ list, rows }: { list: WindowList; rows: readonly Row[] }): Record<string, number> {
  return Object.fromEntries(
    list.measurementsCache.flatMap(({ index, size }) => {
      const key = rows[index]?.key;
      return key === undefined ? [] : [[key, Math.round(size)]];
    }),
  );
}

/** Scrolls to a position that may still move for some frames. */
function settleAt(start: () => number | undefined, offset: number): () => void {
  let frame = 0;
  let left = SETTLE_FRAMES;
  const settle = () => {
    const top = start();
    if (top !== undefined && Math.abs(scrollY - (top - offset)) > 1)
      scrollTo({ top: top - offset, behavior: 'instant' });
    left -= 1;
    if (left > 0) frame = requestAnimationFrame(settle);
  };
  settle();
  const stop = () => cancelAnimationFrame(frame);
  // The person's own scrolling has priority.
  addEventListener('wheel', stop, { once: true, passive: true });
  addEventListener('touchstart', stop, { once: true, passive: true });
  return () => {
    stop();
    removeEventListener('wheel', stop);
    removeEventListener('touchstart', stop);
  };
}
