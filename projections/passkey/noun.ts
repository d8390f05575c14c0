import { defineProjection } from '../kernel/nounProjection.ts';
import { passkeyDocuments } from './documents.ts';
import { passkeyFolds } from './folds.ts';

/** The passkeys, as their owner sees them. */
export const passkeyProjection = defineProjection({ ...passkeyDocuments, version: 1, folds: passkeyFolds });
