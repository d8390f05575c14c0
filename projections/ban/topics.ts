import { banAccess } from '#domain/ban/access.ts';
import { MODERATION_PAGE } from '#domain/kernel/limits.ts';
import { defineTopics, forThose, windowOf } from '../kernel/topic.ts';
import { bans } from './collections.ts';
import { banTopicNames } from './topicNames.ts';

/** The lists of bans, the last change first, for moderators. */
export const banTopics = defineTopics(banTopicNames, {
  bans: (status) => ({
    ...windowOf(bans, 'byStatus', [status], MODERATION_PAGE),
    ...forThose(banAccess.maySee),
  }),
});
