import { Store } from 'lucide-react';
import { topicName } from '#projections/sync/topicNames.ts';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { EmptyState } from '../kit/State.tsx';
import { FEED_TRIGGER_PX } from '../kit/useInfiniteScroll.ts';
import { site } from '../session/site.ts';
import { useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { CardList } from './feed/CardList.tsx';
import styles from './ProfilePosts.module.css';

/** A person's posts below the head of their profile, live (PROF-09). */
export function ProfilePosts({ userId, isOwn }: { readonly userId: string; readonly isOwn: boolean }) {
  return (
    <>
      <h2 className={styles.title}>Posts</h2>
      <Wall userId={userId} isOwn={isOwn} />
    </>
  );
}

function Wall({ userId, isOwn }: { readonly userId: string; readonly isOwn: boolean }) {
  const name = topicName.wall(site.id, userId);
  const topic = useTopic(name);
  const postIds = useWindow(name);
  const known = topic.status === 'live' || topic.status === 'stale';
  if (postIds.length > 0) {
    return <CardList label="Posts" postIds={postIds} topic={topic} triggerPx={FEED_TRIGGER_PX} byActivity />;
  }
  if (known && !topic.hasMore) {
    return (
      <EmptyState
        icon={<Store size={32} />}
        title="No posts yet"
        text={isOwn ? 'What you post shows up here.' : 'What they post shows up here.'}
      />
    );
  }
  return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={3} />} />;
}
