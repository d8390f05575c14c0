import { eventDefinitions } from '#domain/registry.ts';
import { createReadModels } from './kernel/registry.ts';
import { nouns } from './nouns.ts';

export { collections, findTopic, signals, topicKinds } from './documentRegistry.ts';

/** Derived from the list of nouns: folds, predictions and search indexes. */
export const { projections, foldTable, predictions, searches, searchViews } = createReadModels(nouns, eventDefinitions);
