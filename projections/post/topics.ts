import { findCampus } from '#domain/campus/face.ts';
import { FEED_PAGE_POSTS } from '#domain/campus/limits.ts';
import { postAccess } from '#domain/post/access.ts';
import { ALL_CATEGORIES, findCategory } from '#domain/post/categories.ts';
import { MEDIA_FEED_PAGE_POSTS, PROFILE_PAGE_POSTS, threadLimits } from '#domain/post/limits.ts';
import { behind, defineTopics, forbidUnless, forThose, someOf, windowOf } from '../kernel/topic.ts';
import { type Post, posts, wallKey } from './collections.ts';
import { postTopicNames } from './topicNames.ts';

/** Documents below a post are for those who may see the post; for nobody once it is deleted. */
function belowPost(postId: string) {
  return behind(posts, postId, (viewer, post) => {
    if (post === undefined) return 'POST_UNKNOWN';
    if (post === null) return 'POST_DELETED';
    if (post.root !== postId) return 'POST_UNKNOWN';
    return forbidUnless(postAccess.maySee(viewer, post));
  });
}

/** The feed of a campus, or a part of it: for those who may see the campus's posts. */
function onFeed(query: 'feed' | 'shelf' | 'mediaFeed', campusId: string, ...part: readonly string[]) {
  const campus = findCampus(campusId);
  if (campus === undefined) return null;
  // Of a grid the first page is no longer than the others (FEED-14).
  const first = query === 'mediaFeed' ? MEDIA_FEED_PAGE_POSTS : campus.firstPagePosts;
  const page = query === 'mediaFeed' ? MEDIA_FEED_PAGE_POSTS : FEED_PAGE_POSTS;
  return {
    ...windowOf(posts, query, [campusId, ...part], page, first),
    ...forThose((viewer) => postAccess.maySee(viewer, { campus: campusId })),
  };
}

/** A tab of an author's profile, or a part of it: for those who may see the campus's posts (PROF-03, PROF-04). */
function onWall(
  tab: 'wall' | 'wallSale' | 'wallPhotos' | 'wallReplies',
  campus: string,
  author: string,
  ...part: readonly string[]
) {
  return {
    ...windowOf(posts, tab, [wallKey(campus, author), ...part], PROFILE_PAGE_POSTS),
    ...forThose((viewer) => postAccess.maySee(viewer, { campus })),
  };
}

/** Feeds, threads and walls: who may see a post may see them (P8). */
export const postTopics = defineTopics(postTopicNames, {
  feed: (campus) => onFeed('feed', campus),
  shelf: (campus, category) =>
    category === ALL_CATEGORIES.value || findCategory(category) === undefined
      ? null
      : onFeed('shelf', campus, category),
  mediaFeed: (campus) => onFeed('mediaFeed', campus),
  post: (postId) => ({
    ...windowOf(posts, 'thread', [postId], threadLimits.page, threadLimits.firstPage),
    ...belowPost(postId),
  }),
  replies: (postId, commentId) => ({
    ...windowOf(posts, 'replies', [postId, commentId], threadLimits.page),
    ...belowPost(postId),
  }),
  latest: (postId) => ({
    ...windowOf(posts, 'latest', [postId], threadLimits.latest),
    ...belowPost(postId),
  }),
  wall: (campus, author) => onWall('wall', campus, author),
  wallSold: (campus, author) => onWall('wallSale', campus, author, 'sold'),
  wallPhotos: (campus, author) => onWall('wallPhotos', campus, author),
  wallReplies: (campus, author) => onWall('wallReplies', campus, author),
  someComments(campus, commentIds) {
    const isShown = (post: Post) => post.parent !== null && !post.deleted && post.campus === campus;
    const contents = someOf(posts, commentIds, isShown);
    return contents && { ...contents, ...forThose((viewer) => postAccess.maySee(viewer, { campus })) };
  },
  somePosts(campus, postIds) {
    const contents = someOf(posts, postIds, (post) => post.parent === null && post.campus === campus);
    return contents && { ...contents, ...forThose((viewer) => postAccess.maySee(viewer, { campus })) };
  },
});
