import { refId, type Versioned } from '#projections/kernel/collection.ts';
import { erasedAmong, holdsSealed, withoutErased } from '#projections/kernel/erasure.ts';
import type { TopicAnswer, WireDocument } from '#projections/sync/protocol.ts';
import type { Collections } from '#projections/sync/window.ts';
import { neighbours, type WindowRead } from './windowRead.ts';

/** A document as it goes over the wire. */
export function wireDocument({ collection, key, position, doc }: Versioned): WireDocument {
  return { collection, key, position, doc: doc as WireDocument['doc'] };
}

/** Parts of an answer besides the window. */
export interface AnswerFrame {
  readonly generation: string;
  /** The present era of the log. */
  readonly era: string;
  /** Position as of which the answer is complete. */
  readonly position: string;
  /** Position from which the reader lacks changes; `null`: it gets all documents. */
  readonly since: string | null;
  /** Documents that have left the topic since then. */
  readonly left: readonly Versioned[];
  readonly userId: string | null;
}

/**
 * The answer to a reader: the whole window, or its documents that changed since the cursor, and those that left.
 *
 * @param read of one viewer, or of visitors: a window with a viewer's own documents is for that viewer alone
 */
export function topicAnswer(collections: Collections, read: WindowRead, frame: AnswerFrame): TopicAnswer {
  const { since } = frame;
  const gone = since === null ? [] : read.gone;
  const left = [...frame.left, ...gone].filter((document) => !read.documents.has(refId(document)));
  return {
    ok: true,
    cursor: { generation: frame.generation, era: frame.era, position: frame.position },
    fresh: since === null,
    documents: [
      ...wireDocumentsOf(collections, read, frame),
      ...left.map((document) => wireDocument({ ...document, doc: null })),
    ],
    floor: read.floor,
  };
}

/** Wire documents of each read window, by `since`: readers who share a read share them. */
const wireDocuments = new WeakMap<WindowRead, Map<string | null, readonly WireDocument[]>>();

function wireDocumentsOf(
  collections: Collections,
  read: WindowRead,
  { since, userId }: Pick<AnswerFrame, 'since' | 'userId'>,
): readonly WireDocument[] {
  const known = wireDocuments.get(read)?.get(since);
  if (known !== undefined) return known;
  const chosen = since === null ? read.documents : changedSince(collections, read, since, userId);
  const erased = erasedAmong(read.documents.values());
  const documents = [...chosen.values()]
    .filter(({ collection, doc }) => !holdsSealed(collections.get(collection), doc))
    .map((document) => wireDocument(withoutErased(collections, document, (subject) => erased.has(subject))));
  wireDocuments.set(read, (wireDocuments.get(read) ?? new Map()).set(since, documents));
  return documents;
}

/**
 * The documents of a window that changed at or after a position, with all that they refer to, even if older: the reader
 * may not have those yet.
 */
function changedSince(
  collections: Collections,
  read: WindowRead,
  since: string,
  userId: string | null,
): ReadonlyMap<string, Versioned> {
  const changed = new Map<string, Versioned>();
  const seen = new Set<string>();
  const visit = (id: string, belongsToChanged: boolean): void => {
    const document = read.documents.get(id);
    if (document === undefined || changed.has(id)) return;
    const isNews = belongsToChanged || document.position >= since;
    if (!isNews && seen.has(id)) return;
    seen.add(id);
    if (isNews) changed.set(id, document);
    for (const ref of neighbours(collections, document, userId)) visit(refId(ref), isNews);
  };
  for (const root of read.roots) visit(refId(root), false);
  return changed;
}
