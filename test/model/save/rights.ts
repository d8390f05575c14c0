import type { saveNoun } from '#domain/save/noun.ts';
import type { saveProjection } from '#projections/save/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { OWN_ACCOUNT, type RightsOf, readers } from '../rights.ts';

/** One saves what one may see; the list is one's own, the likes on a wall are the campus's. */
export const saveRights: RightsOf<typeof saveNoun, typeof saveProjection> = {
  commands: {
    SavePost: readers(({ post }) => ({ postId: post })),
    UnsavePost: { open: OWN_ACCOUNT, data: ({ post }) => ({ postId: post }) },
  },
  topics: {
    likes: ['campus', ({ people }) => topicName.likes('ou', people.owner.userId)],
    likedBy: ['campus', ({ post }) => topicName.likedBy(post)],
    saved: ['owner', ({ people }) => topicName.saved('ou', people.owner.userId)],
  },
};
