import type { campusNoun } from '#domain/campus/noun.ts';
import type { campusProjection } from '#projections/campus/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { moderators, type RightsOf } from '../rights.ts';

/** A campus is opened and closed by moderators, its community is public. */
export const campusRights: RightsOf<typeof campusNoun, typeof campusProjection> = {
  // Another campus than that of the matrix, which stays as it is.
  commands: { ChangeCampusPrivacy: moderators(() => ({ campus: 'smu', privacy: 'public' })) },
  topics: {
    campus: ['campus', () => topicName.campus('ou')],
    community: ['all', () => topicName.community('ou')],
  },
};
