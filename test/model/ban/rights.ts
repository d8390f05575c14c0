import type { banNoun } from '#domain/ban/noun.ts';
import type { banProjection } from '#projections/ban/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { moderators, type RightsOf } from '../rights.ts';

/** Bans are seen and made by moderators. */
export const banRights: RightsOf<typeof banNoun, typeof banProjection> = {
  commands: {
    BanPerson: moderators(({ victim }) => ({ userId: victim, reason: 'scam', note: '', about: victim })),
    LiftBan: moderators(({ victim }) => ({ userId: victim, reason: 'mistake' })),
  },
  topics: { bans: ['moderators', () => topicName.bans('standing')] },
};
