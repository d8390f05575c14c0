import type { ReactNode } from 'react';
import { posts } from '#projections/post/collections.ts';
import { CardSkeletons } from '../../kit/CardSkeletons.tsx';
import { ListEnd } from '../../kit/ListEnd.tsx';
import { useKeepScroll } from '../../kit/navigation/useKeepScroll.ts';
import { FEED_TRIGGER_PX, useInfiniteScroll } from '../../kit/useInfiniteScroll.ts';
import { type TopicView, useDocuments } from '../../sync/hooks.ts';
import { TopicWaiting } from '../../sync/TopicWaiting.tsx';
import { TileGrid } from './TileGrid.tsx';

export { TileGrid };

/** A window of posts or comments as tiles; more come on scrolling. */
export function MediaGrid(props: {
  readonly label: string;
  readonly postIds: readonly string[];
  readonly topic: TopicView;
  /** Shown when there are none. */
  readonly empty: ReactNode;
}) {
  const { postIds, topic } = props;
  const shown = useDocuments(posts, postIds);
  useInfiniteScroll({
    triggerPx: FEED_TRIGGER_PX,
    ready: topic.hasMore && !topic.loadingMore,
    loadMore: topic.loadMore,
    count: shown.length,
  });
  useKeepScroll(shown.length > 0, topic);
  const known = topic.status === 'live' || topic.status === 'stale';
  if (shown.length === 0) {
    if (known && !topic.hasMore) return props.empty;
    return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={3} />} />;
  }
  return (
    <>
      <TileGrid label={props.label} posts={shown} />
      {topic.hasMore ? <CardSkeletons count={1} label="Loading more photos" /> : <ListEnd />}
    </>
  );
}
