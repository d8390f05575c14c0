import { randomUUID } from 'node:crypto';
import type { adNoun } from '#domain/ad/noun.ts';
import type { adProjection } from '#projections/ad/noun.ts';
import { namesOf } from '#projections/kernel/topic.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { moderators, own, type RightsOf, row } from '../rights.ts';

// Whose ad it is can only be said of one that there is: `test/domain/ad` refuses others.
const ofAd = own({ postId: randomUUID(), adId: randomUUID() });
const others = 'NOT_YOUR_POST';

/** Owners boost their own posts, and see and change their own ads; what is sponsored is for all who see the campus. */
export const adRights: RightsOf<typeof adNoun, typeof adProjection> = {
  commands: {
    StartCheckout: {
      open: row('EMAIL_NOT_CONFIRMED', others, others, others, 'may', others),
      // Another checkout would take the place of the ad that topics are asked for.
      data: ({ doomed: postId }) => ({
        ...{ postId, title: 'A desk', goal: 'message', website: '', label: 'Send Message', days: 4 },
      }),
    },
    CancelCheckout: ofAd,
    PauseAd: ofAd,
    ResumeAd: ofAd,
    StopAd: ofAd,
    ReviewAd: moderators(() => ({ postId: randomUUID(), adId: randomUUID() })),
    ApproveAd: moderators(() => ({ postId: randomUUID(), adId: randomUUID() })),
    ScheduleAd: moderators(() => ({ postId: randomUUID(), adId: randomUUID(), startsAt: '2026-03-03T00:00:00.000Z' })),
    RejectAd: moderators(() => ({ postId: randomUUID(), adId: randomUUID(), reason: 'scam' })),
    RenameAd: own({ postId: randomUUID(), adId: randomUUID(), title: 'A desk' }),
  },
  topics: {
    ad: ['owner', ({ ad }) => topicName.ad(ad)],
    ownAds: ['owner', ({ people }) => topicName.ownAds('ou', people.owner.userId)],
    sponsored: ['campus', () => topicName.sponsored('ou')],
    someSponsored: ['campus', ({ post, doomed }) => topicName.someSponsored('ou', namesOf([post, doomed]))],
    funds: ['owner', ({ people }) => topicName.funds('ou', people.owner.userId)],
    payments: ['owner', ({ people }) => topicName.payments('ou', people.owner.userId)],
    moderatedAds: ['moderators', () => topicName.moderatedAds('paid')],
  },
};
