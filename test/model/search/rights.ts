import { randomUUID } from 'node:crypto';
import type { searchNoun } from '#domain/search/noun.ts';
import type { searchProjection } from '#projections/search/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { type CommandRights, MAY, moderators, type RightsOf, row, SIGNED_IN } from '../rights.ts';

const UNPROVEN = 'EMAIL_NOT_CONFIRMED';
const NO_SCHOOL = 'SCHOOL_NOT_VERIFIED';
const PRIVATE = 'CAMPUS_PRIVATE';

/** Those who are signed in search a campus with a school of their own (SRCH-15). */
const searchers: CommandRights = {
  open: row(UNPROVEN, NO_SCHOOL, MAY, MAY, MAY, NO_SCHOOL),
  closed: row(UNPROVEN, NO_SCHOOL, PRIVATE, MAY, MAY, NO_SCHOOL),
  data: () => ({ campus: 'ou', text: 'lamp' }),
};

/** The list of what one has searched is one's own; what many have searched is the campus's. */
export const searchRights: RightsOf<typeof searchNoun, typeof searchProjection> = {
  commands: {
    PerformSearch: searchers,
    AddRecentSearch: searchers,
    RemoveRecentSearch: { open: SIGNED_IN, data: () => ({ searchId: randomUUID() }) },
    ClearRecentSearches: { open: SIGNED_IN, data: () => ({ terms: ['0'.repeat(64)] }) },
    TakeBackSearchTerm: moderators(() => ({ term: '0'.repeat(64), reason: 'hate' })),
  },
  topics: {
    recentSearches: ['owner', ({ people }) => topicName.recentSearches('ou', people.owner.userId)],
    popularSearches: ['campus', () => topicName.popularSearches('ou')],
  },
};
