import { type Post, posts } from '#projections/post/collections.ts';
import type { ListPages } from '../http/crawlers.ts';

/** Posts that the list for search engines has: far below the 50,000 of the protocol, so that it is read in a moment. */
const LISTED_POSTS = 500;

/** The newest posts of a campus's feed. */
export const listPosts: ListPages = async (store, campus) => {
  const page = { below: null, atOrAbove: null, limit: LISTED_POSTS };
  const found = await store.query(posts.name, 'feed', [campus], page);
  return found.flatMap(({ doc }) => {
    const post = doc as Post | null;
    return post === null || post.kind !== 'post' ? [] : [{ path: `/post/${post.id}`, changedAt: post.lastModified }];
  });
};
