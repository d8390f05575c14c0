import type { PostState } from '#domain/post/state.ts';

/** Path of a post, or of a comment's place in its thread, as the site has it (COMM-14, `web/post/share/placePath.ts`). */
export function postPath({ place }: Pick<PostState, 'place'>): string {
  if (place === null) return '/';
  const { postId, root, ancestors } = place;
  if (postId === root) return `/post/${root}`;
  const [, branch] = ancestors;
  return `/post/${root}?comment=${branch === undefined ? postId : `${branch}&reply=${postId}`}`;
}
