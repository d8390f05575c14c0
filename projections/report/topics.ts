import { MODERATION_PAGE } from '#domain/kernel/limits.ts';
import { reportAccess } from '#domain/report/access.ts';
import { defineTopics, forThose, windowOf } from '../kernel/topic.ts';
import { acts, cases, reports } from './collections.ts';
import { reportTopicNames } from './topicNames.ts';

const forModerators = forThose(reportAccess.maySee);

/** The lists of the console, the last change first, for moderators. */
export const reportTopics = defineTopics(reportTopicNames, {
  cases: (status) => ({ ...windowOf(cases, 'byStatus', [status], MODERATION_PAGE), ...forModerators }),
  casesOf: (moderator) => ({ ...windowOf(cases, 'byTaker', [moderator], MODERATION_PAGE), ...forModerators }),
  reports: (caseId) => ({ ...windowOf(reports, 'byCase', [caseId], MODERATION_PAGE), ...forModerators }),
  audit: (list) => ({ ...windowOf(acts, 'list', [list], MODERATION_PAGE), ...forModerators }),
});
