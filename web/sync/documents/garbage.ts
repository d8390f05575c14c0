import { type DocumentRef, refId } from '#projections/kernel/collection.ts';
import { type Collections, isInTopic, isInWindow, reach, viewerRefsOf, WINDOW_END } from '#projections/sync/window.ts';
import type { HeldTopic } from '../topics/heldTopic.ts';
import type { Documents } from './documents.ts';

/**
 * Identities of all documents that a held topic reaches: those in its window, what they refer to, and what of the
 * viewer belongs to them, gone or not.
 */
export function reachable(
  collections: Collections,
  documents: Documents,
  topics: Iterable<HeldTopic>,
  userId: string | null,
): Set<string> {
  const roots: DocumentRef[] = [];
  const open = [...topics].filter(({ status }) => status !== 'refused');
  for (const [, held] of documents.all()) {
    if (held.doc !== null && open.some((topic) => isInHeldWindow(collections, topic, held))) roots.push(held);
  }
  const docOf = (id: string) => documents.get(id)?.doc;
  const reached = reach(collections, roots, docOf);
  const ids = new Set(reached.keys());
  for (const [id, ref] of reached) {
    for (const own of viewerRefsOf(collections, ref.collection, docOf(id), userId)) ids.add(refId(own));
  }
  return ids;
}

/** While a page is on its way, what rows already told of its documents counts as reached. */
function isInHeldWindow(
  collections: Collections,
  { topic, floor, wantsMore }: HeldTopic,
  held: { readonly collection: string; readonly doc: unknown },
): boolean {
  if (topic === null || !isInTopic(collections, topic, held.collection, held.doc)) return false;
  return isInWindow(topic, wantsMore ? WINDOW_END : (floor ?? WINDOW_END), held.doc);
}

/** Forgets every document that nothing reaches. Tombstones stay: they cost little and guard against late packets. */
export function sweep(documents: Documents, reached: ReadonlySet<string>): readonly string[] {
  const swept = [...documents.all()].filter(([id, { doc }]) => doc !== null && !reached.has(id)).map(([id]) => id);
  for (const id of swept) documents.forget(id);
  return swept;
}
