/**
 * Mistakes that must not compile in the read models, for `npm run check`: each `@ts-expect-error` fails there when the
 * compiler accepts the mistake below it. Nothing here runs.
 */
import { postNoun } from '#domain/post/noun.ts';
import { predictByDeciding } from '#projections/kernel/decidedPrediction.ts';
import { defineProjection } from '#projections/kernel/nounProjection.ts';
import type { Fold, Folds } from '#projections/kernel/projection.ts';
import { defineTopicNames, defineTopics } from '#projections/kernel/topic.ts';
import { topicName } from '#projections/sync/topicNames.ts';

const nothing = { name: 'offer', version: 1, collections: [], topics: {} };

export function swapped(saved: Fold<'PostSaved'>, created: Fold<'PostCreated'>) {
  const right: Folds = { PostSaved: saved, PostCreated: created };
  const wrong: Folds = {
    // @ts-expect-error the fold of another event
    PostSaved: created,
    PostCreated: created,
  };
  // @ts-expect-error the fold of another event
  defineProjection({ ...nothing, folds: { PostCreated: saved } });
  // @ts-expect-error there is no such event
  const unknown: Folds = { BidMade: saved };
  return [right, wrong, unknown];
}

export const inferred: Folds = {
  PostSaved: {
    reads: ({ data }) => [{ collection: 'saves', key: data.userId }],
    // @ts-expect-error a save has a user, not the author's name
    fold: ({ data }) => [{ collection: 'saves', key: data.userName, doc: null }],
  },
};

const predicted = predictByDeciding(postNoun, {});
// @ts-expect-error a deletion brings no files
predicted('DeletePost', ({ media }) => media);
// @ts-expect-error no command of this noun
predicted('SavePost');

// @ts-expect-error a wall is of a campus and a user
topicName.wall('ou');
// @ts-expect-error there is no such topic
topicName.bids('ou');

const offerTopicNames = defineTopicNames({ offers: ['campus'] });
defineTopics(offerTopicNames, {
  // @ts-expect-error a topic without an access rule
  offers: () => ({ collection: 'offers', query: 'byId', values: [], order: null, firstPage: 1, page: 1, gate: null }),
});
// @ts-expect-error a name without its topic
defineTopics(offerTopicNames, {});
