import type { analyticsNoun } from '#domain/analytics/noun.ts';
import type { analyticsProjection } from '#projections/analytics/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { moderators, type RightsOf } from '../rights.ts';

/** The statistics are the affair of moderators. */
export const analyticsRights: RightsOf<typeof analyticsNoun, typeof analyticsProjection> = {
  commands: {
    OptOutOfAnalytics: moderators(({ victim }) => ({ userId: victim })),
    OptIntoAnalytics: moderators(({ victim }) => ({ userId: victim })),
  },
  topics: {
    optOuts: ['moderators', () => topicName.optOuts('all')],
    productUse: ['moderators', () => topicName.productUse('all')],
  },
};
