import { type DocumentRef, refId } from '#projections/kernel/collection.ts';
import type { Topic } from '#projections/kernel/topic.ts';
import { type Collections, isInTopic, isInWindow, refsOf, viewerRefsOf } from '#projections/sync/window.ts';
import type { Documents, HeldDocument } from './documents.ts';

/** The held part of a topic. */
export interface HeldWindow {
  readonly topic: Topic;
  /** Order value of its last document. */
  readonly floor: string;
}

/**
 * Identities of all documents that a window needs: its members, the documents they refer to, the viewer's own documents
 * about them, and what those refer to, as the server reads them (`windowRead.ts`); tombstones included.
 */
export function reachable(
  collections: Collections,
  documents: Documents,
  windows: readonly HeldWindow[],
  userId: string | null,
): Set<string> {
  const roots: DocumentRef[] = [];
  for (const [, held] of documents.all()) {
    if (held.doc !== null && windows.some((window) => isIn(collections, window, held))) roots.push(held);
  }
  const ids = new Set<string>();
  for (let ref = roots.pop(); ref !== undefined; ref = roots.pop()) {
    const id = refId(ref);
    if (ids.has(id)) continue;
    ids.add(id);
    const doc = documents.get(id)?.doc;
    // The viewer's own documents refer to others, too: a conversation as it stands for somebody, to its last message.
    roots.push(...refsOf(collections, ref.collection, doc));
    roots.push(...viewerRefsOf(collections, ref.collection, doc, userId));
  }
  return ids;
}

function isIn(collections: Collections, { topic, floor }: HeldWindow, { collection, doc }: HeldDocument): boolean {
  return isInTopic(collections, topic, collection, doc) && isInWindow(topic, floor, doc);
}

/** Forgets every document that no window reaches. Tombstones stay: they are small and guard against late packets. */
export function sweep(documents: Documents, reached: ReadonlySet<string>): readonly string[] {
  const swept = [...documents.all()].filter(([id, { doc }]) => doc !== null && !reached.has(id)).map(([id]) => id);
  for (const id of swept) documents.forget(id);
  return swept;
}
