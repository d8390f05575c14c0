import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { type Post, posts } from '#projections/post/collections.ts';
import { EAGER_CARDS } from '#projections/post/galleryLayout.ts';
import { CardSkeletons } from '../../kit/CardSkeletons.tsx';
import { firstPaint } from '../../kit/firstView.ts';
import { ListEnd } from '../../kit/ListEnd.tsx';
import { firstOffset } from '../../kit/navigation/pageStart.ts';
import { Filled } from '../../kit/slots.tsx';
import { useInfiniteScroll } from '../../kit/useInfiniteScroll.ts';
import { type TopicView, useDocuments } from '../../sync/hooks.ts';
import { PostCard } from '../card/PostCard.tsx';
import { nextReasons, type Reasons } from '../card/reasons.ts';
import { betweenCards } from '../card/slots.ts';
import { WelcomeBanner } from '../card/WelcomeBanner.tsx';
import styles from './CardList.module.css';
import { estimateCardHeight } from './estimateHeight.ts';
import { placeOf } from './listPlace.ts';
import { nextRows, type Row, rowOf } from './rows.ts';
import { useListPlace } from './useListPlace.ts';

/** Cards drawn beyond the window's edges, so that a quick flick shows no gap. */
const OVERSCAN_CARDS = 4;
/** The same in the first view of a visit, which must not wait for cards off screen. */
const FIRST_OVERSCAN_CARDS = 1;
/** Width in pixels that a card leaves its content beside avatar and padding. */
const CARD_SIDES_PX = 84;

interface CardListProps {
  readonly label: string;
  readonly postIds: readonly string[];
  readonly topic: TopicView;
  readonly triggerPx: number;
  /** Shown below the last card when no page is left; default FEED-06's sentence. */
  readonly end?: ReactNode;
  /** The list is ordered by activity: cards show the reason for their position. */
  readonly byActivity?: boolean;
  /** Other nouns may show something between the cards. */
  readonly sponsors?: boolean;
  /** The reader is down in the list and its head is held back (`useFrozenFeed`). */
  readonly frozen?: boolean;
}

/** A long list of posts of which only the visible ones are drawn (role `feed`, FEED-05). */
export function CardList(props: CardListProps) {
  const { postIds, topic, frozen = false, byActivity = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const box = useBox(host);
  const { rows, byId, reasons } = useRows(postIds, frozen);
  const posted = useMemo(() => countPosts(rows, byId), [rows, byId]);
  const { rangeExtractor, onFocus, onBlur } = useKeptFocus(rows);
  const { key: entry, pathname } = useLocation();
  const [known] = useState(() => placeOf(entry)?.heights ?? {});

  const list = useWindowVirtualizer({
    rangeExtractor,
    count: rows.length,
    overscan: useOverscan(),
    // Known before the first drawing, which so has its cards.
    initialRect: { width: innerWidth, height: innerHeight },
    // The list scrolls the window there when it is drawn first.
    initialOffset: () => firstOffset(pathname),
    scrollMargin: box.top,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: (index) => {
      const key = rows[index]?.key ?? '';
      return known[key] ?? estimateCardHeight(byId.get(key), box.width - CARD_SIDES_PX);
    },
  });

  useListPlace({ ...topic, list, rows, frozen });
  useInfiniteScroll({
    triggerPx: props.triggerPx,
    ready: topic.hasMore && !topic.loadingMore,
    loadMore: topic.loadMore,
    count: postIds.length,
  });

  return (
    <>
      <div
        ref={host}
        role="feed"
        aria-label={props.label}
        aria-busy={topic.loadingMore}
        className={styles.list}
        style={{ height: list.getTotalSize() }}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {list.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const place = { position: index + 1, setSize: topic.hasMore ? -1 : rows.length };
          const reason = byActivity ? reasons.get(row.key) : null;
          return (
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start - box.top}px)` }}
            >
              {byId.get(row.key)?.kind === 'new user' ? (
                <WelcomeBanner postIds={row.postIds} {...place} />
              ) : (
                <PostCard postId={row.key} reason={reason} eager={index < EAGER_CARDS} {...place} />
              )}
              {props.sponsors === true && posted.has(index) && (
                <Filled slot={betweenCards} with={{ count: posted.get(index) ?? 0, beside: besideOf(rows, index) }} />
              )}
            </div>
          );
        })}
      </div>
      {topic.hasMore ? <CardSkeletons count={1} label="Loading more posts" /> : (props.end ?? <ListEnd />)}
    </>
  );
}

/** Rows of a list with their posts and the reason for each card's position; unchanged rows keep their identity. */
function useRows(postIds: readonly string[], frozen: boolean) {
  const docs = useDocuments(posts, postIds);
  const byId: ReadonlyMap<string, Post> = new Map(docs.map((doc) => [doc.id, doc]));
  const lastRows = useRef<readonly Row[]>([]);
  lastRows.current = nextRows(lastRows.current, postIds, byId);
  const reasons = useRef<Reasons>(new Map());
  reasons.current = nextReasons(reasons.current, docs, frozen);
  return { rows: lastRows.current, byId, reasons: reasons.current };
}

/** The posts up to each row that is one; banners do not count. */
function countPosts(rows: readonly Row[], byId: ReadonlyMap<string, Post>): ReadonlyMap<number, number> {
  let count = 0;
  return new Map(
    rows.flatMap(({ key }, index) => {
      if (byId.get(key)?.kind !== 'post') return [];
      count += 1;
      return [[index, count] as const];
    }),
  );
}

/** The posts above and below the end of a row. */
function besideOf(rows: readonly Row[], index: number): readonly string[] {
  return rows.slice(index, index + 2).map(({ key }) => key);
}

/** Where a list begins in the page and how wide it is, in pixels. */
function useBox(host: RefObject<HTMLElement | null>): { readonly top: number; readonly width: number } {
  const [box, setBox] = useState({ top: 0, width: 600 });
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const measure = () => setBox({ top: element.offsetTop, width: element.clientWidth });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [host]);
  return box;
}

/** Cards beyond the window's edges: fewer until the first view of the visit is painted. */
function useOverscan(): number {
  const [overscan, setOverscan] = useState(FIRST_OVERSCAN_CARDS);
  useEffect(() => void firstPaint.then(() => setOverscan(OVERSCAN_CARDS)), []);
  return overscan;
}

/** The card that has the focus stays drawn wherever it is. */
function useKeptFocus(rows: readonly Row[]) {
  const [focused, setFocused] = useState<string | null>(null);
  const focusedAt = focused === null ? -1 : rowOf(rows, focused);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      return focusedAt === -1 || drawn.includes(focusedAt) ? drawn : [...drawn, focusedAt].sort((a, b) => a - b);
    },
    [focusedAt],
  );
  return {
    rangeExtractor,
    onFocus: ({ target }: FocusEvent) => setFocused(keyAt(rows, target)),
    onBlur: () => setFocused(null),
  };
}

/** Key of the row that contains an element. */
function keyAt(rows: readonly Row[], element: Element): string | null {
  const index = element.closest<HTMLElement>('[data-index]')?.dataset.index;
  return rows[Number(index)]?.key ?? null;
}
