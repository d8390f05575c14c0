import type { PageBounds, ReadStore } from '#projections/engine/readStore.ts';
import { type DocumentRef, refId, type Versioned } from '#projections/kernel/collection.ts';
import type { SomeDocuments, Topic } from '#projections/kernel/topic.ts';
import { laterPosition } from '#projections/sync/position.ts';
import {
  type AnyDocument,
  type Collections,
  deletedAbove,
  isInTopic,
  orderValue,
  reach,
  refsOf,
  viewerRefsOf,
  WINDOW_END,
} from '#projections/sync/window.ts';
import { WINDOW_MAX_CHARACTERS, WINDOW_MAX_DOCUMENTS, WINDOW_PART_DOCUMENTS } from './limits.ts';

/** Bounds of a part of a topic. */
export interface WindowBounds {
  /** Order value down to which the window reaches; `null`: the first page. */
  readonly floor: string | null;
  /** The next page below this order value; `null`: the window itself. */
  readonly below: string | null;
}

/** A part of a topic as read. */
export interface WindowRead {
  /** Documents of the topic. */
  readonly roots: readonly Versioned[];
  /** The roots, all that they refer to, and the viewer's documents that belong to them, by `refId`; tombstones too. */
  readonly documents: ReadonlyMap<string, Versioned>;
  /** `refId`s of referred documents that do not exist and never have. */
  readonly missing: ReadonlySet<string>;
  /** Tombstones of those that are gone with a document above them: they are in the topic until their own deletion. */
  readonly gone: readonly Versioned[];
  /** Order value of the lower end. */
  readonly floor: string;
  /** The window was longer than one answer may be: `floor` is higher than asked. */
  readonly isCut: boolean;
  /** All documents that each root refers to, itself included, by `refId`. */
  readonly reaches: () => Reaches;
}

export type Reaches = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads a part of a topic with all documents that every reader gets with it. */
export async function readWindow(
  store: Pick<ReadStore, 'get' | 'query'>,
  collections: Collections,
  topic: Topic,
  bounds: WindowBounds,
): Promise<WindowRead> {
  const { below, floor } = bounds;
  const isPage = below !== null || floor === null;
  const limit = limitOf(topic, bounds);
  const atOrAbove = isPage || floor === WINDOW_END ? null : floor;
  const { roots: found, isShort } =
    topic.some === undefined
      ? await readRoots(store, topic, { below, atOrAbove, limit })
      : await readNamed(store, collections, topic, topic.some);
  const last = found.at(-1);
  const all = await closure(store, collections, found);
  const { roots, gone } = withoutGone(collections, found, (id) => all.documents.get(id));
  const { documents, missing } = gone.length === 0 ? all : await closure(store, collections, roots);
  return {
    roots,
    documents,
    missing,
    gone,
    floor: isShort || last === undefined ? (isPage ? WINDOW_END : floor) : orderValue(topic, last.doc as AnyDocument),
    isCut: !isPage && !isShort,
    reaches: reachesOf(collections, roots, documents),
  };
}

/** Documents with all that they refer to. */
async function closure(store: Pick<ReadStore, 'get'>, collections: Collections, roots: readonly Versioned[]) {
  const documents = new Map(roots.map((document) => [refId(document), document]));
  const missing = new Set<string>();
  await gather(store, documents, missing, (document) => refsOf(collections, document.collection, document.doc));
  return { documents, missing };
}

/** The documents of a window without those that are gone with a document above them, and the tombstones of these. */
export function withoutGone(
  collections: Collections,
  found: readonly Versioned[],
  documentOf: (id: string) => Versioned | undefined,
): Pick<WindowRead, 'roots' | 'gone'> {
  const gone = found.flatMap((document): readonly Versioned[] => {
    const above = deletedAbove(collections, document, documentOf);
    if (above === null) return [];
    return [{ ...document, position: laterPosition(document.position, above.position), doc: null }];
  });
  if (gone.length === 0) return { roots: found, gone };
  const ids = new Set(gone.map(refId));
  return { roots: found.filter((document) => !ids.has(refId(document))), gone };
}

/**
 * Reads the documents of the topic in parts, as many as one answer may have: people may write documents that are fifty
 * times as long as usual ones, and opening and sending them costs everybody's time.
 *
 * @returns `isShort`: these are all
 */
async function readRoots(
  store: Pick<ReadStore, 'query'>,
  topic: Topic,
  { below, atOrAbove, limit }: PageBounds,
): Promise<{ readonly roots: readonly Versioned[]; readonly isShort: boolean }> {
  const roots: Versioned[] = [];
  let characters = 0;
  for (let from = below; ; from = orderValue(topic, roots.at(-1)?.doc as AnyDocument)) {
    const wanted = Math.min(topic.order === null ? limit : WINDOW_PART_DOCUMENTS, limit - roots.length);
    const part = await store.query(topic.collection, topic.query, topic.values, {
      below: from,
      atOrAbove,
      limit: wanted + 1,
    });
    for (const document of part.slice(0, wanted)) {
      characters += JSON.stringify(document.doc).length;
      if (characters > WINDOW_MAX_CHARACTERS && roots.length >= topic.page) return { roots, isShort: false };
      roots.push(document);
    }
    if (part.length <= wanted) return { roots, isShort: true };
    if (roots.length >= limit) return { roots, isShort: false };
  }
}

/** Reads the documents that a topic names and includes, in the order of every window without one: by key, descending. */
async function readNamed(
  store: Pick<ReadStore, 'get'>,
  collections: Collections,
  topic: Topic,
  { ids }: SomeDocuments,
): Promise<{ readonly roots: readonly Versioned[]; readonly isShort: boolean }> {
  const found = await store.get([...ids].map((key) => ({ collection: topic.collection, key })));
  const roots = found.filter(({ doc }) => isInTopic(collections, topic, topic.collection, doc));
  return { roots: roots.sort((a, b) => (a.key < b.key ? 1 : -1)), isShort: true };
}

function limitOf(topic: Topic, { floor, below }: WindowBounds): number {
  if (below !== null) return topic.page;
  return floor === null || topic.order === null ? topic.firstPage : WINDOW_MAX_DOCUMENTS;
}

/** The same part with a viewer's documents that belong to it. */
export async function withViewer(
  store: Pick<ReadStore, 'get'>,
  collections: Collections,
  read: WindowRead,
  userId: string | null,
): Promise<WindowRead> {
  if (userId === null) return read;
  const documents = new Map(read.documents);
  const missing = new Set(read.missing);
  await gather(store, documents, missing, (document) => neighbours(collections, document, userId));
  return { ...read, documents, missing };
}

/** Documents with all that a viewer gets with them: what they refer to, and the viewer's own about them. */
export async function withNeighbours(
  store: Pick<ReadStore, 'get'>,
  collections: Collections,
  roots: readonly Versioned[],
  userId: string | null,
): Promise<ReadonlyMap<string, Versioned>> {
  const documents = new Map(roots.map((document) => [refId(document), document]));
  await gather(store, documents, new Set(), (document) => neighbours(collections, document, userId));
  return documents;
}

/**
 * Adds documents and all that they refer to, until none is lacking.
 *
 * @param missing gets the `refId`s of those that never existed
 */
async function gather(
  store: Pick<ReadStore, 'get'>,
  documents: Map<string, Versioned>,
  missing: Set<string>,
  refsOfOne: (document: Versioned) => readonly DocumentRef[],
): Promise<void> {
  let latest: Iterable<Versioned> = documents.values();
  for (;;) {
    const wanted = new Map<string, DocumentRef>();
    for (const document of latest) {
      for (const ref of refsOfOne(document)) {
        const id = refId(ref);
        if (!documents.has(id) && !missing.has(id)) wanted.set(id, ref);
      }
    }
    if (wanted.size === 0) return;
    const found = await store.get([...wanted.values()]);
    for (const document of found) documents.set(refId(document), document);
    for (const id of wanted.keys()) if (!documents.has(id)) missing.add(id);
    latest = found;
  }
}

/** Finds all documents that each root refers to, once for all readers of the window. */
export function reachesOf(
  collections: Collections,
  roots: readonly Versioned[],
  documents: ReadonlyMap<string, Versioned>,
): () => Reaches {
  let found: Reaches | null = null;
  const documentOf = (id: string) => documents.get(id)?.doc;
  return () => {
    found ??= new Map(roots.map((root) => [refId(root), new Set(reach(collections, [root], documentOf).keys())]));
    return found;
  };
}

/** The documents that a document refers to, and the viewer's that belong to it. */
export function neighbours(
  collections: Collections,
  { collection, doc }: Pick<Versioned, 'collection' | 'doc'>,
  userId: string | null,
): readonly DocumentRef[] {
  return [...refsOf(collections, collection, doc), ...viewerRefsOf(collections, collection, doc, userId)];
}
