import type { Post } from '#projections/post/collections.ts';

/** Names in the address of a comment: the comment on the post, and the reply below it. */
export const COMMENT_QUERY = 'comment';
export const REPLY_QUERY = 'reply';

/** Address of a post, or of a comment's place in its thread (COMM-14). */
export function placePath({ id, root, branch }: Pick<Post, 'id' | 'root' | 'branch'>): `/${string}` {
  if (id === root) return `/post/${root}`;
  const comment: `/${string}` = `/post/${root}?${COMMENT_QUERY}=${branch ?? id}`;
  return branch === null ? comment : `${comment}&${REPLY_QUERY}=${id}`;
}
