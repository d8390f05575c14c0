import { attachTo } from '../kernel/attachment.ts';
import { defineProjection } from '../kernel/projection.ts';
import { accounts } from '../user/collections.ts';
import { settings } from './collections.ts';
import { settingsFolds } from './folds.ts';
import { settingsPredictions } from './predict.ts';

/** The settings, as their owner sees them (DATA-01). */
export const settingsProjection = defineProjection({
  name: 'settings',
  version: 1,
  collections: [settings],
  folds: settingsFolds,
  predictions: settingsPredictions,
  topics: {},
  attachments: [attachTo(accounts, { refs: ({ id }) => [{ collection: settings.name, key: id }] })],
});
