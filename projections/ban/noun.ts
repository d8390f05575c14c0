import { defineProjection } from '../kernel/projection.ts';
import { bannedAddresses, bans } from './collections.ts';
import { banFolds } from './folds.ts';
import { banTopics } from './topics.ts';

/** The read models of bans. That a person is banned stands also in their account (`user`), on which all rights depend. */
export const banProjection = defineProjection({
  name: 'ban',
  version: 1,
  collections: [bans, bannedAddresses],
  folds: banFolds,
  topics: banTopics,
});
