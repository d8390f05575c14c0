import type { deletionNoun } from '#domain/deletion/noun.ts';
import type { deletionProjection } from '#projections/deletion/noun.ts';
import { type RightsOf, SIGNED_IN } from '../rights.ts';

/** Everyone who is signed in may keep the account, also without a confirmed address. */
export const deletionRights: RightsOf<typeof deletionNoun, typeof deletionProjection> = {
  commands: { CancelDeletion: { open: SIGNED_IN, data: () => ({}) } },
  topics: {},
};
