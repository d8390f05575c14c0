import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type Post, posts } from '#projections/post/collections.ts';
import { type TopicView, useDocuments } from '../../sync/hooks.ts';
import { firstPaint } from '../../ui/firstView.ts';
import { PostCard } from '../card/PostCard.tsx';
import styles from './CardList.module.css';
import { CardSkeletons } from './CardSkeletons.tsx';
import { estimateCardHeight } from './estimateHeight.ts';
import { placeOf } from './listPlace.ts';
import { useInfiniteScroll } from './useInfiniteScroll.ts';
import { useListPlace } from './useListPlace.ts';

/** Cards drawn beyond the window's edges, so that a quick flick shows no gap. */
const OVERSCAN_CARDS = 4;
/** The same in the first view of a visit, which is not to wait for what nobody sees yet. */
const FIRST_OVERSCAN_CARDS = 1;
/** Cards whose pictures load at once. */
const EAGER_CARDS = 3;
/** Width in pixels that a card leaves its content beside avatar and padding. */
const CARD_SIDES_PX = 84;

/** A long list of posts of which only those in sight are drawn (role `feed`, FEED-05). */
export function CardList(props: {
  readonly label: string;
  readonly postIds: readonly string[];
  readonly topic: TopicView;
  readonly triggerPx: number;
  /** What stands below the last card when nothing is left. */
  readonly endText: string;
  /** The reader is down in the list and its head is held back (`useFrozenFeed`). */
  readonly frozen?: boolean;
}) {
  const { postIds, topic, frozen = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState({ top: 0, width: 600 });
  const { key: entry } = useLocation();
  const [known] = useState(() => placeOf(entry)?.heights ?? {});
  const docs = useDocuments(posts, postIds);
  const byId = useRef(new Map<string, Post>());
  byId.current = new Map(docs.map((doc) => [doc.id, doc]));

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const measure = () => setBox({ top: element.offsetTop, width: element.clientWidth });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const [overscan, setOverscan] = useState(FIRST_OVERSCAN_CARDS);
  useEffect(() => void firstPaint.then(() => setOverscan(OVERSCAN_CARDS)), []);

  const list = useWindowVirtualizer({
    count: postIds.length,
    overscan,
    // Known before the first drawing, which so has its cards.
    initialRect: { width: innerWidth, height: innerHeight },
    scrollMargin: box.top,
    getItemKey: useCallback((index: number) => postIds[index] ?? index, [postIds]),
    estimateSize: (index) => {
      const id = postIds[index] ?? '';
      return known[id] ?? estimateCardHeight(byId.current.get(id), box.width - CARD_SIDES_PX);
    },
  });

  useListPlace({ ...topic, list, keys: postIds, frozen });
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
      >
        {list.getVirtualItems().map((item) => {
          const id = postIds[item.index] ?? '';
          return (
            <div
              key={item.key}
              ref={list.measureElement}
              data-index={item.index}
              className={styles.row}
              style={{ transform: `translateY(${item.start - box.top}px)` }}
            >
              <PostCard
                postId={id}
                position={item.index + 1}
                setSize={topic.hasMore ? -1 : postIds.length}
                eager={item.index < EAGER_CARDS}
              />
            </div>
          );
        })}
      </div>
      {topic.hasMore ? (
        <CardSkeletons count={1} label="Loading more posts" />
      ) : (
        <p className={styles.end}>{props.endText}</p>
      )}
    </>
  );
}
