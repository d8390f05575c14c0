import { eventDefinitions } from '#domain/registry.ts';
import { createReadModels } from './kernel/registry.ts';
import { nouns } from './nouns.ts';

/** Everything that follows from the list of nouns: what people see, at one position, and what they can follow. */
export const { projections, foldTable, collections, predictions, topicKinds, findTopic } = createReadModels(
  nouns,
  eventDefinitions,
);
