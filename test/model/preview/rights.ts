import type { previewNoun } from '#domain/preview/noun.ts';
import type { previewProjection } from '#projections/preview/noun.ts';
import { MAY, type RightsOf, row } from '../rights.ts';

const OTHERS = 'NOT_YOUR_POST';

/** The author takes the card of a post away, and nobody else does. */
export const previewRights: RightsOf<typeof previewNoun, typeof previewProjection> = {
  commands: {
    RemovePreview: { open: row(OTHERS, OTHERS, OTHERS, OTHERS, MAY, OTHERS), data: ({ post }) => ({ postId: post }) },
  },
  topics: {},
};
