import type { PageBounds, ReadStore } from '#projections/engine/readStore.ts';
import { type DocumentRef, refId, type Versioned } from '#projections/kernel/collection.ts';
import { type Topic, WHOLE_TOPIC_MAX_DOCUMENTS } from '#projections/sync/topics.ts';
import {
  type AnyDocument,
  type Collections,
  orderValue,
  refsOf,
  viewerRefsOf,
  WINDOW_END,
} from '#projections/sync/window.ts';
import { WINDOW_MAX_DOCUMENTS } from './limits.ts';

/** Which part of a topic is wanted. */
export interface WindowBounds {
  /** Order value down to which the window reaches; `null`: the first page. */
  readonly floor: string | null;
  /** The next page below this order value; `null`: the window itself. */
  readonly below: string | null;
}

/** A part of a topic as it was read. */
export interface WindowRead {
  /** Documents of the topic. */
  readonly roots: readonly Versioned[];
  /** The roots, all that they refer to, and what of the viewer belongs to them, gone ones too, by `refId`. */
  readonly documents: ReadonlyMap<string, Versioned>;
  /** Documents by `refId` that were looked for and never were. */
  readonly missing: ReadonlySet<string>;
  /** Order value down to which it reaches. */
  readonly floor: string;
  /** The window was longer than one answer may be: it ends higher than was asked. */
  readonly isCut: boolean;
}

/** Reads a part of a topic with everything that belongs to it. */
export async function readWindow(
  store: Pick<ReadStore, 'get' | 'query'>,
  collections: Collections,
  topic: Topic,
  userId: string | null,
  bounds: WindowBounds,
): Promise<WindowRead> {
  const { below, floor } = bounds;
  const isPage = below !== null || floor === null;
  const limit = limitOf(topic, bounds);
  const page: PageBounds = { below, atOrAbove: isPage || floor === WINDOW_END ? null : floor, limit: limit + 1 };
  const found = await store.query(topic.collection, topic.query, topic.values, page);
  const roots = found.slice(0, limit);
  const isShort = found.length <= limit;
  const last = roots.at(-1);
  const documents = new Map(roots.map((document) => [refId(document), document]));
  const missing = await gather(store, collections, userId, documents);
  return {
    roots,
    documents,
    missing,
    floor: isShort || last === undefined ? (isPage ? WINDOW_END : floor) : orderValue(topic, last.doc as AnyDocument),
    isCut: !isPage && !isShort,
  };
}

function limitOf(topic: Topic, { floor, below }: WindowBounds): number {
  if (topic.order === null) return WHOLE_TOPIC_MAX_DOCUMENTS;
  if (below !== null) return topic.page;
  return floor === null ? topic.firstPage : WINDOW_MAX_DOCUMENTS;
}

/**
 * Adds all that the documents refer to, and what of the viewer belongs to them.
 *
 * @returns identities of documents that never were
 */
export async function gather(
  store: Pick<ReadStore, 'get'>,
  collections: Collections,
  userId: string | null,
  documents: Map<string, Versioned>,
): Promise<ReadonlySet<string>> {
  const asked = new Set(documents.keys());
  let latest: readonly Versioned[] = [...documents.values()];
  while (latest.length > 0) {
    const refs = latest.flatMap((document) => neighbours(collections, document, userId));
    const fresh = refs.filter((ref) => {
      const isNew = !asked.has(refId(ref));
      asked.add(refId(ref));
      return isNew;
    });
    latest = fresh.length === 0 ? [] : await store.get(fresh);
    for (const document of latest) documents.set(refId(document), document);
  }
  return new Set([...asked].filter((id) => !documents.has(id)));
}

/** What a document refers to, and what of the viewer belongs to it. */
export function neighbours(
  collections: Collections,
  { collection, doc }: Pick<Versioned, 'collection' | 'doc'>,
  userId: string | null,
): readonly DocumentRef[] {
  return [...refsOf(collections, collection, doc), ...viewerRefsOf(collections, collection, doc, userId)];
}
