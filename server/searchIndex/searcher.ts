import type { Denial, Reader } from '#domain/kernel/access.ts';
import { SEARCH_MAX_PAGES, SEARCH_MAX_WORDS } from '#domain/kernel/limits.ts';
import type { DocumentRef, Versioned } from '#projections/kernel/collection.ts';
import { erasedAmong, holdsSealed, withoutErased } from '#projections/kernel/erasure.ts';
import { type AnySearch, filtersOf, type NamedView } from '#projections/kernel/search.ts';
import { searchWords } from '#projections/kernel/searchWords.ts';
import type { WireDocument } from '#projections/sync/protocol.ts';
import type { Collections } from '#projections/sync/window.ts';
import type { SearchIndex } from '../ports/searchIndex.ts';
import type { OpenReads } from '../read/openReads.ts';
import { readReader } from '../read/reader.ts';
import { wireDocument } from '../read/topicAnswer.ts';
import { withNeighbours } from '../read/windowRead.ts';
import { searchDocumentOf } from './searchDocument.ts';

/** A search as it is asked. */
export interface SearchRequest {
  readonly view: NamedView;
  /** Blank: everything that the filters leave, if any is asked for. */
  readonly text: string;
  readonly campus: string;
  /** Values of filters that the reader asks for, as the index offers them (`choices`); left out: none. */
  readonly asked?: Readonly<Record<string, string>>;
  /** From 1. */
  readonly page: number;
}

/** One page of hits. */
export interface SearchAnswer {
  readonly ok: true;
  /** The keys found, in their order; for schools the name of a campus. */
  readonly hits: readonly DocumentRef[];
  /** The documents of the hits and all that they refer to, as in the answer to a topic. */
  readonly documents: readonly WireDocument[];
  /** Whether there are further pages; this one may be short all the same. */
  readonly more: boolean;
}

/** Searches for a user, `null`: signed out. @throws Unavailable the index is being built, or does not answer */
export type Search = (request: SearchRequest, userId: string | null) => Promise<SearchAnswer | Exclude<Denial, null>>;

/**
 * Makes the search: the index names keys, the read models have the documents. Each is looked at again as it is now, so
 * nobody finds what has just been deleted, moved to another campus or closed to them (P8), however late the index is.
 */
export function createSearch(options: {
  readonly index: Pick<SearchIndex, 'find'>;
  readonly store: Pick<OpenReads, 'get'>;
  readonly collections: Collections;
}): Search {
  const { index, store, collections } = options;

  return async ({ view: { search, view }, text, campus, page, asked = {} }, userId) => {
    const denied = search.maySearch(await readReader(store, userId), campus);
    if (denied !== null) return denied;
    const words = searchWords(text, search.wording).slice(0, SEARCH_MAX_WORDS);
    const isListed = text.trim() === '' && Object.keys(asked).length > 0;
    if (words.length === 0 && !isListed) return { ok: true, hits: [], documents: [], more: false };
    const filters = filtersOf(view, asked);
    const within = search.isOfCampus ? campus : null;
    const question = { index: search.name, words, campus: within, filters, page, perPage: view.page };
    const { keys, more: goesOn } = await index.find(question);
    const more = goesOn && page < SEARCH_MAX_PAGES;
    const refs = keys.map((key) => ({ collection: search.collection, key }));
    const read = search.fixed === null ? await store.get(refs) : [];
    const besides = await readBesides(store, search, keys);
    // Who asks is looked at again after the documents: a right that has ended meanwhile counts.
    const reader = await readReader(store, userId);
    if (search.fixed !== null) {
      const { fixed } = search;
      return {
        ok: true,
        hits: refs.filter(({ key }) => isSeen(search, reader, fixed[key], undefined)),
        documents: [],
        more,
      };
    }
    const isHit = (document: Versioned) => {
      const beside = besides.get(document.key);
      const current = currentOf(search, collections, document, beside);
      const isMeant = current !== null && (within === null || current.campus === within);
      const isLeft = isMeant && Object.entries(filters).every(([name, value]) => current.filters[name] === value);
      return isLeft && isSeen(search, reader, document.doc, beside);
    };
    const found = read.filter(isHit);
    const documents = await withNeighbours(store, collections, found, userId);
    // An erasure comes with what the person wrote, maybe before this process knows of it.
    const erased = erasedAmong(documents.values());
    const open = <Document extends Versioned>(document: Document) =>
      withoutErased(collections, document, (subject) => erased.has(subject));
    return {
      ok: true,
      hits: found
        .map(open)
        .filter(isHit)
        .map(({ collection, key }) => ({ collection, key })),
      documents: [...documents.values()]
        .filter(({ collection, doc }) => !holdsSealed(collections.get(collection), doc))
        .map((document) => wireDocument(open(document))),
      more,
    };
  };
}

/** The documents beside those of some keys, by key. */
async function readBesides(
  store: Pick<OpenReads, 'get'>,
  { beside }: AnySearch,
  keys: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  if (beside === null) return new Map();
  const found = await store.get(keys.map((key) => ({ collection: beside, key })));
  return new Map(found.map(({ key, doc }) => [key, doc]));
}

function isSeen(search: AnySearch, reader: Reader, doc: unknown, beside: unknown): boolean {
  return doc !== undefined && search.maySee(reader, doc as never, beside as never);
}

/** The present document as the index would hold it; `null`: nobody is to find it. */
function currentOf(
  search: AnySearch,
  collections: Collections,
  document: { readonly key: string; readonly doc: unknown },
  beside: unknown,
) {
  try {
    return searchDocumentOf(search, collections.get(search.collection), document, beside);
  } catch {
    // It is parked, or withheld.
    return null;
  }
}
