import type { Category, CommandMap } from '#domain/registry.ts';
import type { Collection } from '#projections/kernel/collection.ts';

/** A command with which a reactor answers. */
type Reaction = {
  readonly [Type in keyof CommandMap]: { readonly type: Type; readonly data: CommandMap[Type] };
}[keyof CommandMap];

/** A kind of thing with which others end. Posts and comments are one noun, and different things hang on them. */
export type Endable = Category | 'comment';

/**
 * Things of a noun that end with a thing of another one, as saves end with their post, each by a command of its own. The
 * noun whose things they are declares it, so the other one knows nothing of them.
 */
export interface Dependents {
  /** The kind of thing with which these end. */
  readonly of: Endable;
  readonly collection: string;
  /** Query that finds them by the id of the thing that ended. */
  readonly query: string;
  /** Field by which the query is ordered: they end from the greatest on. */
  readonly order: string;
  /** The command that ends one of them. */
  end(doc: unknown, endedId: string): Reaction;
}

/**
 * Declares that documents end with a thing of another noun.
 * @param query finds them by the id of that thing, in an order that no two of them share, such as a position: each step
 *   goes on below the last one
 * @throws Error the collection has no such query
 */
export function endsWith<Doc>(
  of: Endable,
  collection: Collection<Doc>,
  query: string,
  end: (doc: Doc, endedId: string) => Reaction,
): Dependents {
  const order = collection.queries[query]?.order ?? null;
  if (order === null) throw new Error(`Collection ${collection.name} declares no query ${query} with an order.`);
  // A query of the collection finds documents of it alone.
  return { of, collection: collection.name, query, order, end: (doc, endedId) => end(doc as Doc, endedId) };
}
