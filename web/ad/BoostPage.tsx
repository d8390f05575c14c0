import { type ComponentProps, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { isBoosted } from '#domain/ad/statusRules.ts';
import { idSchema } from '#domain/kernel/ids.ts';
import { ownBoosts } from '#projections/ad/collections.ts';
import { posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { MessageDialog } from '../kit/MessageDialog.tsx';
import { leaveNotice } from '../kit/navigation/notices.ts';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { Glimpse, NoPost } from '../post/face.ts';
import { useSession } from '../session/session.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import styles from './Ads.module.css';
import { BoostForm } from './BoostForm.tsx';
import { CHECKOUT_FAILED } from './checkout.ts';

/** `/post/{id}/boost`: the owner of a post sets goal, button and duration, and pays (BOOST-01). */
export default function BoostPage() {
  const { id = '' } = useParams();
  const postId = idSchema.safeParse(id).success ? id : null;
  const topic = useTopic(postId === null ? null : topicName.post(postId));
  const post = useDocument(posts, postId);
  const boost = useDocument(ownBoosts, postId);
  const userId = useSession((session) => session.userId);
  if (postId === null || topic.status === 'refused') {
    return <Gone reason={topic.refusal?.code === 'POST_DELETED' ? 'POST_DELETED' : 'POST_UNKNOWN'} />;
  }
  if (post === undefined) return <TopicWaiting topic={topic} skeleton={<CardSkeletons count={1} />} />;
  const isForOwner = post.author === userId && post.parent === null && post.kind === 'post';
  if (!isForOwner) return <Navigate to={`/post/${postId}`} replace />;
  if (boost !== undefined && isBoosted(boost.newest.status)) return <AlreadyBoosted postId={postId} />;
  return (
    <>
      <PageHeader variant="detail" title="Boost Post" needsNetwork />
      <div className={styles.boosted}>
        <Glimpse post={post} />
      </div>
      <BoostForm post={post} />
    </>
  );
}

/** BOOST-08. */
function Gone({ reason }: ComponentProps<typeof NoPost>) {
  const [isRead, setRead] = useState(false);
  return (
    <>
      <NoPost reason={reason} />
      {!isRead && <MessageDialog text={CHECKOUT_FAILED} onClose={() => setRead(true)} />}
    </>
  );
}

/** BOOST-13. */
function AlreadyBoosted({ postId }: { readonly postId: string }) {
  leaveNotice('already_boosted', 'true');
  return <Navigate to={`/post/${postId}`} replace />;
}
