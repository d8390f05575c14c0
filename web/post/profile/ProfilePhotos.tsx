import { Images, Layers } from 'lucide-react';
import { Link } from 'react-router';
import { reveal } from '#domain/kernel/personal.ts';
import { postFolder } from '#domain/post/files.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { CardSkeletons } from '../../kit/CardSkeletons.tsx';
import { EmptyState } from '../../kit/State.tsx';
import { FEED_TRIGGER_PX, useInfiniteScroll } from '../../kit/useInfiniteScroll.ts';
import { site } from '../../session/site.ts';
import { useDocuments, useTopic, useWindow } from '../../sync/hooks.ts';
import { TopicWaiting } from '../../sync/TopicWaiting.tsx';
import { placePath } from '../card/placePath.ts';
import { Photo } from '../media/Photo.tsx';
import { plainWords } from '../text/preview.ts';
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
            <Tile post={post} />
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

/** The first picture of a post or comment; it leads there. */
function Tile({ post }: { readonly post: Post }) {
  const images = (reveal(post.media) ?? []).filter(({ kind }) => kind === 'image');
  const [first] = images;
  const words = plainWords(reveal(post.text));
  if (first === undefined) return null;
  const what = images.length === 1 ? 'Photo' : `${images.length} photos`;
  return (
    <Link className={styles.tile} to={placePath(post)} aria-label={words === '' ? what : `${what}: ${words}`}>
      <Photo folder={postFolder(post.id)} media={first} alt="" sizes="(max-width: 769px) 33vw, 200px" />
      {images.length > 1 && (
        <span className={styles.count}>
          <Layers size={14} aria-hidden /> {images.length}
        </span>
      )}
    </Link>
  );
}
