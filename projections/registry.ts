import { eventDefinitions } from '#domain/registry.ts';
import { createReadModels } from './kernel/registry.ts';
import { nouns } from './nouns.ts';

/** Derived from the list of nouns: collections, folds, predictions, topics and search indexes. */
export const { projections, foldTable, collections, predictions, topicKinds, findTopic, searches, searchViews } =
  createReadModels(nouns, eventDefinitions);
