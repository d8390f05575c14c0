import { commandDefinitions } from '#domain/registry.ts';
import { foldTable, predictions } from '#projections/registry.ts';
import { predictAll } from './documents/overlay.ts';
import type { Rules } from './documents/rulesSource.ts';

/** The rules of every noun: what the server decides and folds by. A page loads this module after its first view. */
export const rules: Rules = {
  commands: commandDefinitions,
  predict: (pending, base) => predictAll({ foldTable, predictions }, pending, base),
};
