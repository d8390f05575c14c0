import { eventDefinitions } from '#domain/registry.ts';
import { createReadModels } from './kernel/registry.ts';
import { nouns } from './nouns.ts';

/** Derived from the list of nouns: collections, folds, predictions and topics. */
export const { projections, foldTable, collections, predictions, topicKinds, findTopic } = createReadModels(
  nouns,
  eventDefinitions,
);
