import type { ReadStore } from '#projections/engine/readStore.ts';
import { type Post, posts } from '#projections/post/collections.ts';

/**
 * A post or comment as somebody may be shown it; `null`: it is gone, `undefined`: there never was one. A deleted post
 * goes at once and the comments below it one by one, so a comment whose post is gone counts as gone (P8).
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
