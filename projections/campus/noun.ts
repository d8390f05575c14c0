import { defineProjection } from '../kernel/projection.ts';
import { campuses, communities } from './collections.ts';
import { campusFolds } from './folds.ts';
import { campusSearch } from './search.ts';
import { campusTopics } from './topics.ts';

/** School-verified members of each campus (CAMP-13, VERF-16), and whether it is private (CAMP-07). */
export const campusProjection = defineProjection({
  name: 'campus',
  version: 2,
  collections: [campuses, communities],
  folds: campusFolds,
  topics: campusTopics,
  search: [campusSearch],
});
