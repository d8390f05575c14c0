import type { Post } from '#projections/post/collections.ts';

/** Names in the address of a comment: the comment on the post, and the reply below it. */
export const COMMENT_QUERY = 'comment';
export const REPLY_QUERY = 'reply';
/** Name in the address of full size: which photo or video, from 1. */
export const NUMBER_QUERY = 'photo';

/** Everything that the address of a post or comment is made of. */
export type PostPlace = Pick<Post, 'id' | 'root' | 'branch'>;

/** Address of a post, or of a comment's place in its thread (COMM-14). */
export function placePath(post: PostPlace): `/${string}` {
  return `/post/${post.root}${queryOf(post)}`;
}

/**
 * Address of a photo or video of a post or comment in full size (FEED-15, Q35).
 *
 * @param index from 0
 */
export function mediaPath(post: PostPlace, index: number): `/${string}` {
  const query = queryOf(post);
  return `/media/${post.root}${query}${index > 0 ? `${query ? '&' : '?'}${NUMBER_QUERY}=${index + 1}` : ''}`;
}

function queryOf({ id, root, branch }: PostPlace): string {
  if (id === root) return '';
  return branch === null ? `?${COMMENT_QUERY}=${id}` : `?${COMMENT_QUERY}=${branch}&${REPLY_QUERY}=${id}`;
}
