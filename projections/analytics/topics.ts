import { analyticsAccess } from '#domain/analytics/access.ts';
import { MODERATION_PAGE } from '#domain/kernel/limits.ts';
import { defineTopics, forThose, windowOf } from '../kernel/topic.ts';
import { optOuts, productUse } from './collections.ts';
import { analyticsTopicNames } from './topicNames.ts';

const forModerators = forThose(analyticsAccess.maySee);

/** The statistics, the newest first, for moderators. */
export const analyticsTopics = defineTopics(analyticsTopicNames, {
  optOuts: (list) => ({ ...windowOf(optOuts, 'list', [list], MODERATION_PAGE), ...forModerators }),
  productUse: (list) => ({ ...windowOf(productUse, 'list', [list], MODERATION_PAGE), ...forModerators }),
});
