import { Bookmark } from 'lucide-react';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { idSchema } from '#domain/kernel/ids.ts';
import { saves } from '#projections/save/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { ButtonLink } from '../kit/Button.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { ListEnd } from '../kit/ListEnd.tsx';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { EmptyState } from '../kit/State.tsx';
import { FEED_TRIGGER_PX, useInfiniteScroll } from '../kit/useInfiniteScroll.ts';
import { NoPost } from '../post/face.ts';
import { type TopicView, useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { PersonList } from '../user/face.ts';

/** `/post/{id}/likes`: the people who saved a post, the latest first, live (SAVE-05, Q41). */
export default function LikedByPage() {
  const { id = '' } = useParams();
  const postId = idSchema.safeParse(id).data ?? null;
  const name = postId === null ? null : topicName.likedBy(postId);
  const topic = useTopic(name);
  const userIds = useSavers(name);
  const refused = postId === null ? 'POST_UNKNOWN' : topic.refusal?.code;

  return (
    <>
      <PageHeader variant="detail" title="Liked by" />
      {refused === 'POST_DELETED' ? (
        <NoPost reason="POST_DELETED" />
      ) : refused === 'POST_UNKNOWN' || refused === 'TOPIC_UNKNOWN' ? (
        <NoPost reason="POST_UNKNOWN" />
      ) : userIds.length > 0 ? (
        <Savers userIds={userIds} topic={topic} />
      ) : (topic.status === 'live' || topic.status === 'stale') && !topic.hasMore ? (
        <EmptyState
          icon={<Bookmark size={32} />}
          title="No likes yet"
          text="People who save this post show up here."
          action={
            <ButtonLink variant="primary" to={`/post/${id}`}>
              Go To Post
            </ButtonLink>
          }
        />
      ) : (
        <TopicWaiting topic={topic} skeleton={<CardSkeletons count={4} label="Loading likes" />} />
      )}
    </>
  );
}

/** The people of a window of saves. */
function useSavers(name: string | null): readonly string[] {
  const saved = useDocuments(saves, useWindow(name));
  return useMemo(() => saved.map(({ user }) => user), [saved]);
}

function Savers({ userIds, topic }: { readonly userIds: readonly string[]; readonly topic: TopicView }) {
  const found = useDocuments(people, userIds);
  useInfiniteScroll({
    triggerPx: FEED_TRIGGER_PX,
    ready: topic.hasMore && !topic.loadingMore,
    loadMore: topic.loadMore,
    count: userIds.length,
  });
  return (
    <>
      <PersonList label="Liked by" people={found} withActions />
      {topic.hasMore ? <CardSkeletons count={1} label="Loading more likes" /> : <ListEnd />}
    </>
  );
}
