import type { Collection } from '#projections/kernel/collection.ts';

/** A person's own documents with their personal data open. */
export interface OwnDocuments {
  /** `null`: there is none, or not yet. */
  get<Doc>(collection: Collection<Doc>): Doc | null;
}

/**
 * Fields of a person's record in the names of the specification (DATA-01), from the documents of one noun. The record is
 * how a query answers; inside, documents are normalised (decisions D21).
 */
export type OwnRecord = (own: OwnDocuments) => Readonly<Record<string, unknown>>;
