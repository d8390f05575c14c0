import { models } from './nouns.ts';

/** Topics of a campus that its people have open from the start, by the models of the nouns. */
export function frontTopics(campus: string): readonly string[] {
  return models.flatMap(({ story }) => story?.front?.(campus) ?? []);
}

/** The first of them: where something that was written shows. */
export function frontTopic(campus: string): string {
  const [first] = frontTopics(campus);
  if (first === undefined) throw new Error('No model in test/model has a topic that people have open from the start.');
  return first;
}
