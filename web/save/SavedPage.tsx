import { Bookmark } from 'lucide-react';
import { useMemo } from 'react';
import { posts } from '#projections/post/collections.ts';
import { saves } from '#projections/save/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { ButtonLink } from '../kit/Button.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { EmptyState } from '../kit/State.tsx';
import { SAVED_TRIGGER_PX } from '../kit/useInfiniteScroll.ts';
import { CardList } from '../post/face.ts';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';

/** `/saved`: the user's saves, newest first (SAVE-06, SAVE-07). */
export default function SavedPage() {
  const userId = useSession((session) => session.userId);
  const name = userId === null ? null : topicName.saved(site.id, userId);
  const topic = useTopic(name);
  const saved = useDocuments(saves, useWindow(name));
  // The save of a deleted post is about to end: it is not shown (SAVE-10).
  const standing = useDocuments(
    posts,
    useMemo(() => saved.map(({ post }) => post), [saved]),
  );
  const postIds = useMemo(() => standing.map(({ id }) => id), [standing]);
  const known = topic.status === 'live' || topic.status === 'stale';

  return (
    <>
      <PageHeader variant="tab" title="Saved" />
      {postIds.length > 0 ? (
        <CardList label="Saved posts" postIds={postIds} topic={topic} triggerPx={SAVED_TRIGGER_PX} />
      ) : known && !topic.hasMore ? (
        <EmptyState
          icon={<Bookmark size={32} />}
          title="You haven't liked any posts yet"
          text="When you like a post, it'll show up here."
          action={
            <ButtonLink variant="primary" to="/home">
              Go To Feed
            </ButtonLink>
          }
        />
      ) : (
        <TopicWaiting topic={topic} skeleton={<CardSkeletons count={4} />} />
      )}
    </>
  );
}
