import { randomUUID } from 'node:crypto';
import type { reportNoun } from '#domain/report/noun.ts';
import type { reportProjection } from '#projections/report/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { moderators, OWN_ACCOUNT, type RightsOf, readers } from '../rights.ts';

/** Reports are made by those who may see their subject, and settled by moderators. */
export const reportRights: RightsOf<typeof reportNoun, typeof reportProjection> = {
  commands: {
    ReportPost: readers(({ post }) => ({ postId: post, reason: 'scam', text: '' })),
    ReportPerson: readers(({ people }) => ({ userId: people.owner.userId, reason: 'scam', text: '' })),
    // Nobody's but its two people's, who learn of no other that it is there.
    ReportMessage: { open: OWN_ACCOUNT, data: () => ({ messageId: randomUUID(), reason: 'scam', text: '' }) },
    TakeCase: moderators(({ post }) => ({ caseId: post })),
    ReleaseCase: moderators(({ post }) => ({ caseId: post })),
    DismissCase: moderators(() => ({ caseId: randomUUID() })),
  },
  topics: {
    cases: ['moderators', () => topicName.cases('open')],
    casesOf: ['moderators', ({ people }) => topicName.casesOf(people.moderator.userId)],
    reports: ['moderators', ({ post }) => topicName.reports(post)],
    audit: ['moderators', () => topicName.audit('all')],
  },
};
