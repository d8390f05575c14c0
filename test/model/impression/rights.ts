import type { impressionNoun } from '#domain/impression/noun.ts';
import type { impressionProjection } from '#projections/impression/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { RightsOf } from '../rights.ts';

/** The figures of an ad are for its owner alone. */
export const impressionRights: RightsOf<typeof impressionNoun, typeof impressionProjection> = {
  commands: {},
  topics: {
    adFigures: ['owner', ({ ad }) => topicName.adFigures(ad)],
    figureDays: ['owner', ({ ad }) => topicName.figureDays(ad)],
  },
};
