import { MessagesSquare, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { CardSkeletons } from '../../kit/CardSkeletons.tsx';
import { EmptyState } from '../../kit/State.tsx';
import { FEED_TRIGGER_PX } from '../../kit/useInfiniteScroll.ts';
import { site } from '../../session/site.ts';
import { useDocuments, useTopic, useWindow } from '../../sync/hooks.ts';
import { TopicWaiting } from '../../sync/TopicWaiting.tsx';
import { CardList } from '../feed/CardList.tsx';

interface Tab {
  readonly userId: string;
  readonly isOwn: boolean;
}

/** The Posts tab of a profile, live: the newest activity first (PROF-04). */
export function ProfilePosts({ userId, isOwn }: Tab) {
  const name = topicName.wall(site.id, userId);
  const postIds = useWindow(name);
  return (
    <Cards name={name} label="Posts" postIds={postIds} byActivity>
      <EmptyState
        icon={<Store size={32} />}
        title="No posts yet"
        text={isOwn ? 'What you post shows up here.' : 'What they post shows up here.'}
      />
    </Cards>
  );
}

/** The Replies tab: comments and replies, each leading to its place in its thread (PROF-04, COMM-14). */
export function ProfileReplies({ userId, isOwn }: Tab) {
  const name = topicName.wallReplies(site.id, userId);
  const replies = useDocuments(posts, useWindow(name));
  const roots = new Set(
    useDocuments(
      posts,
      replies.map(({ root }) => root),
    ).map(({ id }) => id),
  );
  // Those below a deleted post are about to end.
  const standing = replies.filter(({ root }) => roots.has(root)).map(({ id }) => id);
  return (
    <Cards name={name} label="Replies" postIds={standing}>
      <EmptyState
        icon={<MessagesSquare size={32} />}
        title="No replies yet"
        text={isOwn ? 'Your comments on posts show up here.' : 'Their comments on posts show up here.'}
      />
    </Cards>
  );
}

/** A window of posts or comments as cards. @param children shown when there are none */
function Cards(props: {
  readonly name: string;
  readonly label: string;
  readonly postIds: readonly string[];
  readonly byActivity?: boolean;
  readonly children: ReactNode;
}) {
  const { name, label, postIds, byActivity } = props;
  const topic = useTopic(name);
  if (postIds.length > 0) {
    return (
      <CardList label={label} postIds={postIds} topic={topic} triggerPx={FEED_TRIGGER_PX} byActivity={byActivity} />
    );
  }
  const known = topic.status === 'live' || topic.status === 'stale';
  if (known && !topic.hasMore) return props.children;
  return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={3} />} />;
}
