import type { ReadStore } from '#projections/engine/readStore.ts';
import { type Post, posts } from '#projections/post/collections.ts';

/**
 * A post or comment that may be shown; `null`: it is gone, `undefined`: it never existed. A deleted post goes at once
 * and its comments one by one, so a comment of a deleted post counts as gone (P8).
 */
export async function readStandingPost(
  store: Pick<ReadStore, 'get'>,
  postId: string,
): Promise<Post | null | undefined> {
  const [found] = await store.get([{ collection: posts.name, key: postId }]);
  if (found === undefined) return undefined;
  const post = found.doc as Post | null;
  if (post === null || post.id === post.root) return post;
  const [root] = await store.get([{ collection: posts.name, key: post.root }]);
  return root === undefined || root.doc === null ? null : post;
}
