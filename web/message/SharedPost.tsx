import { posts } from '#projections/post/collections.ts';
import { Skeleton } from '../kit/Skeleton.tsx';
import { Glimpse } from '../post/face.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import styles from './Message.module.css';

/**
 * A post that is shared in a message, live (CHAT-21).
 *
 * @param topic the one that keeps it live; `null`: nobody has the message yet, the post is what this browser has of it
 */
export function SharedPost({ postId, topic }: { readonly postId: string; readonly topic: string | null }) {
  const { status } = useTopic(topic);
  const post = useDocument(posts, postId);
  if (post !== undefined && !post.deleted) return <Glimpse post={post} />;
  if (status === 'loading' || status === 'failed') return <Skeleton width={280} height={82} />;
  return <p className={styles.gone}>{status === 'refused' ? 'You can’t see this post.' : '* Post deleted **'}</p>;
}
