import { defineProjection } from '../kernel/nounProjection.ts';
import { settingsDocuments } from './documents.ts';
import { settingsFolds } from './folds.ts';
import { settingsPredictions } from './predict.ts';

/** The settings, as their owner sees them (DATA-01). */
export const settingsProjection = defineProjection({
  ...settingsDocuments,
  version: 2,
  folds: settingsFolds,
  predictions: settingsPredictions,
});
