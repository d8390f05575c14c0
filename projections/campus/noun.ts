import { defineProjection } from '../kernel/projection.ts';
import { campuses } from './collections.ts';
import { campusFolds } from './folds.ts';
import { campusSearch } from './search.ts';
import { campusTopics } from './topics.ts';

/** School-verified members of each campus (CAMP-13, VERF-16). */
export const campusProjection = defineProjection({
  name: 'campus',
  version: 1,
  collections: [campuses],
  folds: campusFolds,
  topics: campusTopics,
  search: [campusSearch],
});
