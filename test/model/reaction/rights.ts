import type { reactionNoun } from '#domain/reaction/noun.ts';
import type { reactionProjection } from '#projections/reaction/noun.ts';
import { OWN_ACCOUNT, type RightsOf, readers } from '../rights.ts';

/** One likes what one may see. */
export const reactionRights: RightsOf<typeof reactionNoun, typeof reactionProjection> = {
  commands: {
    LikeComment: readers(({ post }) => ({ commentId: post })),
    UnlikeComment: { open: OWN_ACCOUNT, data: ({ post }) => ({ commentId: post }) },
  },
  topics: {},
};
