import { type Post, posts } from '#projections/post/collections.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';

/** A post that is shared in a message, as far as the reader may know of it. */
export type SharedPostState =
  | { readonly kind: 'there'; readonly post: Post }
  /** Not known yet · not for the reader · deleted. */
  | { readonly kind: 'waiting' | 'hidden' | 'deleted' };

/**
 * A post that is shared in a message, live (CHAT-21).
 *
 * @param postId `null`: none is
 * @param topic the one that keeps it live; `null`: nobody has the message yet, the post is what this browser has of it
 */
export function useSharedPost(postId: string | null, topic: string | null): SharedPostState {
  const { status } = useTopic(topic);
  const post = useDocument(posts, postId);
  if (post !== undefined && !post.deleted) return { kind: 'there', post };
  if (status === 'loading' || status === 'failed') return { kind: 'waiting' };
  return { kind: status === 'refused' ? 'hidden' : 'deleted' };
}
