import type { FeedRow, ReadStore } from '#projections/engine/readStore.ts';
import { type DocumentRef, refId, type Versioned } from '#projections/kernel/collection.ts';
import { type Collections, isInTopic, orderValue } from '#projections/sync/window.ts';
import type { TopicRead } from '../read/snapshot.ts';
import { neighbours, reachesOf, withoutGone } from '../read/windowRead.ts';

/** A read brought up to the published position, or the documents that have to be read first. */
export type CaughtUp = { readonly read: TopicRead } | { readonly lacks: readonly DocumentRef[] };

/**
 * Applies the rows published since a topic was read. No row is published between this call and the joining of the
 * topic, so the reader misses none and has to buffer none (P5).
 *
 * @param below order value at which the read page begins, `null`: at the top
 */
export function catchUp(
  collections: Collections,
  name: string,
  read: TopicRead,
  below: string | null,
  rows: readonly FeedRow[],
  newestOf: (id: string) => Versioned | undefined,
  userId: string | null,
): CaughtUp {
  if (rows.length === 0) return { read };
  const roots = new Map(read.window.roots.map((root) => [refId(root), root]));
  const left = [...read.left];
  for (const row of rows) {
    const id = refId(row);
    const known = roots.get(id);
    if (row.collection !== read.topic.collection || (known !== undefined && known.position > row.position)) continue;
    if (isInPart(collections, read, row, below)) roots.set(id, row);
    else {
      roots.delete(id);
      if (row.left.includes(name)) left.push(row);
    }
  }
  return withClosure(collections, { ...read, left }, [...roots.values()], newestOf, userId);
}

function isInPart(collections: Collections, { topic, window }: TopicRead, row: FeedRow, below: string | null): boolean {
  if (!isInTopic(collections, topic, row.collection, row.doc)) return false;
  const order = orderValue(topic, row.doc);
  return order >= window.floor && (below === null || order < below);
}

/** The roots and all documents that they reach, each at its newest version. */
function withClosure(
  collections: Collections,
  read: TopicRead,
  roots: readonly Versioned[],
  newestOf: (id: string) => Versioned | undefined,
  userId: string | null,
): CaughtUp {
  const documents = new Map(roots.map((root) => [refId(root), root]));
  const lacks: DocumentRef[] = [];
  const open = [...roots];
  for (let document = open.pop(); document !== undefined; document = open.pop()) {
    for (const ref of neighbours(collections, document, userId)) {
      const id = refId(ref);
      if (documents.has(id)) continue;
      const found = newer(read.window.documents.get(id), newestOf(id));
      if (found === undefined) {
        if (!read.window.missing.has(id)) lacks.push(ref);
        continue;
      }
      documents.set(id, found);
      open.push(found);
    }
  }
  if (lacks.length > 0) return { lacks };
  const standing = withoutGone(collections, roots, (id) => documents.get(id));
  if (standing.gone.length > 0) {
    const gone = [...read.window.gone, ...standing.gone];
    return withClosure(collections, { ...read, window: { ...read.window, gone } }, standing.roots, newestOf, userId);
  }
  const window = { ...read.window, roots, documents, reaches: reachesOf(collections, roots, documents) };
  return { read: { ...read, window } };
}

/** Reads the documents that a read lacks and adds them. */
export async function complete(
  store: Pick<ReadStore, 'get'>,
  read: TopicRead,
  lacks: readonly DocumentRef[],
): Promise<TopicRead> {
  const found = await store.get(lacks);
  const documents = new Map([
    ...read.window.documents,
    ...found.map((document) => [refId(document), document] as const),
  ]);
  const missing = new Set([...read.window.missing, ...lacks.map(refId).filter((id) => !documents.has(id))]);
  return { ...read, window: { ...read.window, documents, missing } };
}

/**
 * The newer of a read document and a published one; at the same version the published one, which may be a correction.
 */
export function newer(read: Versioned | undefined, published: Versioned | undefined): Versioned | undefined {
  if (read === undefined || published === undefined) return read ?? published;
  return published.position >= read.position ? published : read;
}
