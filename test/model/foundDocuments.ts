import type { Versioned } from '#projections/kernel/collection.ts';

/** Source of documents: a document set, or a read store. */
export interface Documents {
  get(collection: string, key: string): Versioned | undefined;
  all(collection: string): Iterable<Versioned>;
  /** Left out by sources without queries. */
  query?(collection: string, query: string, values: readonly string[]): readonly Versioned[];
}
