import { VISITOR } from '#domain/kernel/access.ts';
import { type AnyCollection, type DocumentRef, refId, type Versioned } from '../kernel/collection.ts';
import { erasureRefOf } from '../kernel/erasure.ts';
import type { Topic } from '../kernel/topic.ts';

/** Collections by name, as in `projections/registry.ts`. */
export type Collections = ReadonlyMap<string, AnyCollection>;

/** A document as hub and browser handle it where its collection is known by name only. */
export type AnyDocument = Readonly<Record<string, unknown>>;

/** Floor of a window that reaches the end of its topic: every order value is at or above it. */
export const WINDOW_END = '';

/** Whether a document is in a topic: the topic's query finds it, or the topic names it. */
export function isInTopic(
  collections: Collections,
  topic: Topic,
  collection: string,
  doc: unknown,
): doc is AnyDocument {
  if (doc === null || doc === undefined || collection !== topic.collection) return false;
  const { some } = topic;
  if (some !== undefined) return some.ids.has(String((doc as AnyDocument).id)) && some.includes(doc as never);
  const query = collections.get(collection)?.queries[topic.query];
  if (query === undefined) return false;
  const fields = doc as AnyDocument;
  return query.equals.every((field, index) => fields[field] === topic.values[index]);
}

/** The value that orders a topic's windows; a topic of one document has none. */
export function orderValue(topic: Topic, doc: AnyDocument): string {
  if (topic.order === null) return WINDOW_END;
  const value = doc[topic.order];
  return typeof value === 'string' ? value : WINDOW_END;
}

/** Whether a document of the topic lies in a window: at or above its floor. */
export function isInWindow(topic: Topic, floor: string, doc: AnyDocument): boolean {
  return orderValue(topic, doc) >= floor;
}

/**
 * Documents that a reader of this one needs, the same for every viewer. One of them says, if it is there, that the
 * subject of the document was erased.
 */
export function refsOf(collections: Collections, collection: string, doc: unknown): readonly DocumentRef[] {
  const declared = collections.get(collection);
  if (declared === undefined || doc === null || doc === undefined) return [];
  return [...declared.refs(doc as never), ...erasureRefOf(declared, doc)];
}

/**
 * The document above this one, in its own collection, if that is deleted: this one is gone with it.
 *
 * @param documentOf the newest version behind an identity, as far as it is known
 */
export function deletedAbove(
  collections: Collections,
  { collection, doc }: Pick<Versioned, 'collection' | 'doc'>,
  documentOf: (id: string) => Versioned | undefined,
): Versioned | null {
  const above = refsOf(collections, collection, doc).filter((ref) => ref.collection === collection);
  return above.flatMap((ref) => documentOf(refId(ref)) ?? []).find((each) => each.doc === null) ?? null;
}

/** Documents of a user that belong to this one. */
export function viewerRefsOf(
  collections: Collections,
  collection: string,
  doc: unknown,
  userId: string | null,
): readonly DocumentRef[] {
  if (doc === null || doc === undefined || userId === null) return [];
  const viewer = { ...VISITOR, userId };
  return collections.get(collection)?.viewerRefs(doc as never, viewer) ?? [];
}

/**
 * Everything that is reached from documents by their refs, the documents themselves included.
 *
 * @param documentOf the document behind an identity; `undefined` and `null` end the walk there
 */
export function reach(
  collections: Collections,
  from: readonly DocumentRef[],
  documentOf: (id: string) => unknown,
): Map<string, DocumentRef> {
  const reached = new Map<string, DocumentRef>();
  const open = [...from];
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    const id = refId(ref);
    if (reached.has(id)) continue;
    reached.set(id, { collection: ref.collection, key: ref.key });
    open.push(...refsOf(collections, ref.collection, documentOf(id)));
  }
  return reached;
}
