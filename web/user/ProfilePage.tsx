import { Store } from 'lucide-react';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { EmptyState } from '../kit/State.tsx';
import { FEED_TRIGGER_PX } from '../kit/useInfiniteScroll.ts';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { CardList } from '../post/feed/CardList.tsx';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { PageHeader } from '../shell/PageHeader.tsx';
import { useDocument, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { NoProfile } from './NoProfile.tsx';
import { fullName } from './names.ts';
import { ProfileHeader } from './ProfileHeader.tsx';
import styles from './ProfilePage.module.css';

/** `/profile`: one's own. */
export default function OwnProfilePage() {
  const userId = useSession((session) => session.userId);
  return userId === null ? null : <Profile userId={userId} />;
}

/** A person's header and posts, live. */
export function Profile({ userId }: { readonly userId: string }) {
  const topic = useTopic(topicName.person(userId));
  const person = useDocument(people, userId);
  const isOwn = useSession((session) => session.userId === userId);
  const title = person === undefined ? 'Profile' : fullName(person);
  usePageTitle(title);
  const gone = topic.refusal?.code === 'PERSON_UNKNOWN' || person?.erased === true;
  return (
    <>
      <PageHeader variant={isOwn ? 'tab' : 'detail'} title={isOwn ? 'Profile' : title} />
      {gone ? (
        <NoProfile />
      ) : person === undefined ? (
        <TopicWaiting topic={topic} skeleton={<CardSkeletons count={3} label="Loading profile" />} />
      ) : (
        <>
          <ProfileHeader person={person} isOwn={isOwn} />
          <h2 className={styles.title}>Posts</h2>
          <Wall userId={userId} isOwn={isOwn} />
        </>
      )}
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
