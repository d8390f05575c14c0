import type * as z from 'zod/mini';
import type { Viewer } from '#domain/kernel/access.ts';

/** The name of one document. */
export interface DocumentRef {
  readonly collection: string;
  readonly key: string;
}

/** A document at its version: `position` of the last event that changed it; `doc` is `null` for a tombstone. */
export interface Versioned<Doc = unknown> extends DocumentRef {
  readonly position: string;
  readonly doc: Doc | null;
}

/**
 * A named query: all documents whose `equals` fields have the given values, ordered by `order` descending.
 * Engines build one index for it. Windows of a topic are read through one of these.
 */
export interface QueryDeclaration {
  /** Names of top-level document fields that must equal the given values. */
  readonly equals: readonly string[];
  /** Name of a top-level string field; ordered descending; `null`: by key, ascending. */
  readonly order: string | null;
}

/** The declaration of a collection: the same one runs on every read store and in the browser. */
export interface Collection<Doc = unknown> {
  readonly name: string;
  readonly schema: z.ZodMiniType<Doc>;
  /** Field that holds the id of the person whose personal fields these are, else `null`. */
  readonly subject: string | null;
  /** Names of the top-level personal fields: sealed on the server, `null` to readers once the subject is erased. */
  readonly personal: readonly string[];
  readonly queries: Readonly<Record<string, QueryDeclaration>>;
  /** Topics that the document is published in. A reader who may join a topic may see every document in it. */
  topics(doc: Doc): readonly string[];
  /**
   * Documents that a reader of this one needs, the same for every viewer (author, counters). What another noun keeps
   * about this document is attached by that noun (`attachment.ts`). One of the same collection is above it: once that is
   * deleted this one is gone for every reader, though its own deletion comes later.
   */
  refs(doc: Doc): readonly DocumentRef[];
  /** The viewer's own documents about this one (their save); each is published in `me:<viewer>`. */
  viewerRefs(doc: Doc, viewer: Viewer & { readonly userId: string }): readonly DocumentRef[];
}

/** Any collection, for generic code; pass it documents as `doc as never`. */
export type AnyCollection = Omit<Collection<never>, 'schema'> & { readonly schema: z.ZodMiniType };

/** Declares a collection. */
export function defineCollection<Doc>(
  options: Pick<Collection<Doc>, 'name' | 'schema' | 'queries' | 'topics'> &
    Partial<Pick<Collection<Doc>, 'subject' | 'personal' | 'refs' | 'viewerRefs'>>,
): Collection<Doc> {
  return { subject: null, personal: [], refs: () => [], viewerRefs: () => [], ...options };
}

/** Topics in which a document is published; none for a tombstone, or for an unknown collection. */
export function topicsOf(collection: AnyCollection | undefined, doc: unknown): readonly string[] {
  return collection === undefined || doc === null || doc === undefined ? [] : collection.topics(doc as never);
}

/** The identity of a document as one string; keys never hold a space. */
export function refId(ref: DocumentRef): string {
  return `${ref.collection} ${ref.key}`;
}
