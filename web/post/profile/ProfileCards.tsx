import type { ReactNode } from 'react';
import { CardSkeletons } from '../../kit/CardSkeletons.tsx';
import { FEED_TRIGGER_PX } from '../../kit/useInfiniteScroll.ts';
import { useTopic } from '../../sync/hooks.ts';
import { TopicWaiting } from '../../sync/TopicWaiting.tsx';
import { CardList } from '../feed/CardList.tsx';

/** A window of posts or comments as cards. @param children shown when there are none */
export function ProfileCards(props: {
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
