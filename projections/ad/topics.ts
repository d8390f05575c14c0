import { adAccess } from '#domain/ad/access.ts';
import { ADS_PAGE, PAYMENTS_PAGE, SPONSORED_ADS } from '#domain/ad/limits.ts';
import { MODERATION_PAGE } from '#domain/kernel/limits.ts';
import { reportAccess } from '#domain/report/access.ts';
import { behind, defineTopics, documentOf, forbidUnless, forThose, someOf, windowOf } from '../kernel/topic.ts';
import { ads, funds, moderatedAds, ownKey, payments, sponsored } from './collections.ts';
import { adTopicNames } from './topicNames.ts';

const forOwner = (author: string) => forThose((viewer) => adAccess.maySee(viewer, { author }));

/** Ads are for their owners, what is sponsored for everybody who may see the post (P8). */
export const adTopics = defineTopics(adTopicNames, {
  ad: (adId) => ({
    ...documentOf(ads, 'byId', adId),
    ...behind(ads, adId, (viewer, ad) => {
      if (ad === undefined) return 'AD_UNKNOWN';
      if (ad === null) return 'AD_DELETED';
      return forbidUnless(adAccess.maySee(viewer, ad)) ?? (ad.list === null ? 'AD_DELETED' : null);
    }),
  }),
  ownAds: (campus, author) => ({
    ...windowOf(ads, 'byOwner', [ownKey(campus, author)], ADS_PAGE),
    ...forOwner(author),
  }),
  sponsored: (campus) => ({
    ...windowOf(sponsored, 'ofCampus', [campus], SPONSORED_ADS),
    ...forThose((viewer) => adAccess.maySeeSponsored(viewer, { campus })),
  }),
  someSponsored(campus, postIds) {
    const contents = someOf(sponsored, postIds, (ad) => ad.campus === campus);
    return contents && { ...contents, ...forThose((viewer) => adAccess.maySeeSponsored(viewer, { campus })) };
  },
  funds: (campus, author) => ({ ...documentOf(funds, 'byId', ownKey(campus, author)), ...forOwner(author) }),
  payments: (campus, author) => ({
    ...windowOf(payments, 'byOwner', [ownKey(campus, author)], PAYMENTS_PAGE),
    ...forOwner(author),
  }),
  moderatedAds: (list) => ({
    ...windowOf(moderatedAds, 'paid', [list], MODERATION_PAGE),
    ...forThose(reportAccess.maySee),
  }),
});
