import { impressionAccess } from '#domain/impression/access.ts';
import { FIGURE_DAYS_PAGE } from '#domain/impression/limits.ts';
import { ads } from '../ad/collections.ts';
import { behind, defineTopics, documentOf, windowOf } from '../kernel/topic.ts';
import { adFigures, figureDays } from './collections.ts';
import { impressionTopicNames } from './topicNames.ts';

/** Figures are for the owner of the ad, whatever has become of it (P8, Q67). */
const ofAd = (adId: string) =>
  behind(ads, adId, (reader, ad) => {
    if (ad === undefined) return 'AD_UNKNOWN';
    if (ad === null) return 'AD_DELETED';
    return impressionAccess.maySee(reader, ad) ? null : 'TOPIC_FORBIDDEN';
  });

/** The figures of ads. */
export const impressionTopics = defineTopics(impressionTopicNames, {
  adFigures: (adId) => ({ ...documentOf(adFigures, 'byId', adId), ...ofAd(adId) }),
  figureDays: (adId) => ({ ...windowOf(figureDays, 'ofAd', [adId], FIGURE_DAYS_PAGE), ...ofAd(adId) }),
});
