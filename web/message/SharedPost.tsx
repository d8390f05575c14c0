import { Skeleton } from '../kit/Skeleton.tsx';
import { Glimpse } from '../post/face.ts';
import styles from './Message.module.css';
import { POST_DELETED_TEXT } from './sharedTopics.ts';
import { useSharedPost } from './useSharedPost.ts';

/**
 * A post that is shared in a message, live (CHAT-21).
 *
 * @param topic see `useSharedPost`
 */
export function SharedPost({ postId, topic }: { readonly postId: string; readonly topic: string | null }) {
  const shared = useSharedPost(postId, topic);
  if (shared.kind === 'there') return <Glimpse post={shared.post} />;
  if (shared.kind === 'waiting') return <Skeleton width={280} height={82} />;
  return <p className={styles.gone}>{shared.kind === 'hidden' ? 'You can’t see this post.' : POST_DELETED_TEXT}</p>;
}
