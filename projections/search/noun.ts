import { defineProjection } from '../kernel/nounProjection.ts';
import { searchDocuments } from './documents.ts';
import { searchFolds } from './folds.ts';

/** The read models of searches: one's own list (SRCH-17), and the totals of a campus (SRCH-18). */
export const searchProjection = defineProjection({ ...searchDocuments, version: 3, folds: searchFolds });
