import { defineProjection } from '../kernel/nounProjection.ts';
import { campusDocuments } from './documents.ts';
import { campusFolds } from './folds.ts';
import { campusSearch } from './search.ts';

/** School-verified members of each campus (CAMP-13, VERF-16), and whether it is private (CAMP-07). */
export const campusProjection = defineProjection({
  ...campusDocuments,
  version: 2,
  folds: campusFolds,
  search: [campusSearch],
});
