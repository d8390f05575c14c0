import { PROFILE_PAGE_POSTS } from '#domain/post/limits.ts';
import { saveAccess } from '#domain/save/access.ts';
import { LIKED_BY_PAGE_PEOPLE, SAVED_PAGE_POSTS } from '#domain/save/limits.ts';
import { behind, defineTopics, forbidUnless, forThose, windowOf } from '../kernel/topic.ts';
import { posts } from '../post/collections.ts';
import { homes } from '../user/collections.ts';
import { refusalOfHome } from '../user/face.ts';

import { listKey, saves } from './collections.ts';
import { saveTopicNames } from './topicNames.ts';

/**
 * Saves, newest first: the own list (SAVE-08), the Likes tab of a profile (PROF-04), and the people who saved a post (SAVE-05).
 */
export const saveTopics = defineTopics(saveTopicNames, {
  saved: (campus, user) => ({
    ...windowOf(saves, 'list', [listKey(campus, user)], SAVED_PAGE_POSTS),
    ...forThose((viewer) => saveAccess.maySee(viewer, { campus, user })),
  }),
  likes: (campus, user) => ({
    ...windowOf(saves, 'list', [listKey(campus, user)], PROFILE_PAGE_POSTS),
    ...behind(homes, user, (reader, home) =>
      refusalOfHome(home, (person) => saveAccess.maySeeLikes(reader, { campus, person })),
    ),
  }),
  likedBy: (postId) => ({
    ...windowOf(saves, 'byPost', [postId], LIKED_BY_PAGE_PEOPLE),
    ...behind(posts, postId, (viewer, post) => {
      if (post === null) return 'POST_DELETED';
      if (post === undefined || post.parent !== null) return 'POST_UNKNOWN';
      return forbidUnless(saveAccess.maySeeLikedBy(viewer, post));
    }),
  }),
});
