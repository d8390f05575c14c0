import { topicKinds } from '../documentRegistry.ts';
import type { documents } from '../documents.ts';

/** The topics of a list of nouns, all in one type. */
type KindsOf<Nouns extends readonly { readonly topics: object }[]> = Nouns extends readonly [
  infer First extends { readonly topics: object },
  ...infer Rest extends readonly { readonly topics: object }[],
]
  ? First['topics'] & KindsOf<Rest>
  : unknown;

type Kinds = KindsOf<typeof documents>;

/** Names of topics, by kind: `topicName.feed('ou')`. */
export const topicName = Object.fromEntries(Object.entries(topicKinds).map(([kind, { name }]) => [kind, name])) as {
  readonly [Kind in keyof Kinds]: Kinds[Kind] extends { readonly name: infer Name } ? Name : never;
};
