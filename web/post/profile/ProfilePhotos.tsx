import { Images } from 'lucide-react';
import { posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { CardSkeletons } from '../../kit/CardSkeletons.tsx';
import { EmptyState } from '../../kit/State.tsx';
import { FEED_TRIGGER_PX, useInfiniteScroll } from '../../kit/useInfiniteScroll.ts';
import { site } from '../../session/site.ts';
import { useDocuments, useTopic, useWindow } from '../../sync/hooks.ts';
import { TopicWaiting } from '../../sync/TopicWaiting.tsx';
import PhotoTile from './PhotoTile.tsx';
import styles from './ProfilePhotos.module.css';

/** The Photos tab of a profile: a tile for each post or comment with pictures, the newest first (PROF-04). */
export default function ProfilePhotos({ userId, isOwn }: { readonly userId: string; readonly isOwn: boolean }) {
  const name = topicName.wallPhotos(site.id, userId);
  const topic = useTopic(name);
  const pictured = useDocuments(posts, useWindow(name));
  useInfiniteScroll({
    triggerPx: FEED_TRIGGER_PX,
    ready: topic.hasMore && !topic.loadingMore,
    loadMore: topic.loadMore,
    count: pictured.length,
  });
  const known = topic.status === 'live' || topic.status === 'stale';
  if (pictured.length === 0) {
    if (!known || topic.hasMore) return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={3} />} />;
    return (
      <EmptyState
        icon={<Images size={32} />}
        title="No photos yet"
        text={isOwn ? 'Posts with pictures show up here.' : 'Their posts with pictures show up here.'}
      />
    );
  }
  return (
    <>
      <ul className={styles.grid} aria-label="Photos">
        {pictured.map((post) => (
          <li key={post.id}>
            <PhotoTile post={post} />
          </li>
        ))}
      </ul>
      {topic.hasMore ? (
        <CardSkeletons count={1} label="Loading more photos" />
      ) : (
        <p className={styles.end}>You've reached the end.</p>
      )}
    </>
  );
}
