import type { Denial, Reader } from '#domain/kernel/access.ts';
import type { AnyCollection, Collection } from './collection.ts';
import type { Wording } from './searchWords.ts';

/** How the hits of an index are ordered: by time alone (SRCH-08), or by how well they match. */
export type SearchRanking = 'newest' | 'relevance';

/** A document as an index holds it. Texts are plain: personal data is open here, and an erasure drops the whole. */
export interface SearchContent {
  /** Campus in whose searches it is found; `null` in an index of all campuses. */
  readonly campus: string | null;
  /** By the names of the index's `texts`; one that is left out is empty. */
  readonly texts: Readonly<Record<string, string>>;
  /** By the names of the index's `filters`; one that is left out is empty. */
  readonly filters: Readonly<Record<string, string>>;
  /** Milliseconds since 1970: the later one is the newer one, and the first of two that match equally well. */
  readonly at: number;
}

/** One way to show the hits of an index, a tab of the search page. */
export interface SearchView {
  /** Hits on one page. */
  readonly page: number;
  /** Values that filters of the index must have. */
  readonly filters?: Readonly<Record<string, string>>;
}

/**
 * A search index of a noun. `content` is pure and gets documents with open personal data. Raise `version` when it
 * answers otherwise than before: a new build of the index is made beside the live one.
 */
export interface SearchDeclaration<Doc = unknown, Beside = void> {
  readonly name: string;
  readonly version: number;
  /** Collection whose documents it holds. */
  readonly collection: string;
  /**
   * Collection with the document that is read beside each of those, under the same key; `null`: none. A document without
   * the one beside it is found by nobody.
   */
  readonly beside: string | null;
  /** The documents themselves by key, for what stands in the source and in no collection; else `null`. */
  readonly fixed: Readonly<Record<string, Doc>> | null;
  /** Names of the texts, the one that weighs most first. */
  readonly texts: readonly string[];
  readonly filters: readonly string[];
  /** By filter, the values that a reader may ask for; `ANY` leaves out what the view asks for itself. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly ranking: SearchRanking;
  /** The kind of its words. */
  readonly wording: Wording;
  /** Whether a search is always in one campus. */
  readonly isOfCampus: boolean;
  /** `null`: the document is not found by anybody. */
  content(doc: Doc, beside: Beside): SearchContent | null;
  /** The noun's own access rule; every hit passes it, as it is in the read models at that moment (P8). */
  maySee(reader: Reader, doc: Doc, beside: Beside): boolean;
  /** Why the viewer may not search here at all. @param campus of the search */
  maySearch(reader: Reader, campus: string): Denial;
  /** By the name that the address of the page says (`show=`). */
  readonly views: Readonly<Record<string, SearchView>>;
}

/** Asks for no value of a filter. */
export const ANY = 'any';

/** Any declaration, for generic code; pass it documents as `doc as never`, both of them. */
export type AnySearch = Omit<SearchDeclaration<never, never>, 'fixed'> & {
  readonly fixed: Readonly<Record<string, unknown>> | null;
};

type Options<Doc, Beside = void> = Omit<
  SearchDeclaration<Doc, Beside>,
  'collection' | 'beside' | 'fixed' | 'filters' | 'choices' | 'isOfCampus'
> &
  Partial<Pick<SearchDeclaration<Doc>, 'filters' | 'choices' | 'isOfCampus'>>;

/** The values of a declaration that leaves them out. */
const LEFT_OUT = { filters: [], choices: {}, isOfCampus: true, beside: null, fixed: null };

/** Declares an index of the documents of a collection; searches are within a campus. */
export function searchOf<Doc>(collection: Collection<Doc>, options: Options<NoInfer<Doc>>): SearchDeclaration<Doc> {
  return { ...LEFT_OUT, ...options, collection: collection.name };
}

/** Declares an index of the documents of a collection, of each with the document of another one under the same key. */
export function searchOfTwo<Doc, Beside>(
  collection: Collection<Doc>,
  beside: Collection<Beside>,
  options: Options<NoInfer<Doc>, NoInfer<Beside>>,
): SearchDeclaration<Doc, Beside> {
  return { ...LEFT_OUT, ...options, collection: collection.name, beside: beside.name };
}

/**
 * Declares an index of things that stand in the source.
 *
 * @param collection of what the read models know about them
 * @param fixed the things by key
 */
export function searchOfFixed<Doc>(
  collection: AnyCollection,
  fixed: Readonly<Record<string, Doc>>,
  options: Options<NoInfer<Doc>>,
): SearchDeclaration<Doc> {
  return { ...LEFT_OUT, ...options, collection: collection.name, fixed };
}

/** A view with the index whose hits it shows. */
export interface NamedView {
  readonly search: AnySearch;
  readonly view: SearchView;
}

/** The views of an index by name. */
export function viewsOf(search: AnySearch): Readonly<Record<string, NamedView>> {
  return Object.fromEntries(Object.entries(search.views).map(([name, view]) => [name, { search, view }]));
}

/** The values that filters must have: those of the view, changed by what the reader asks for. */
export function filtersOf(
  { filters = {} }: SearchView,
  asked: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries({ ...filters, ...asked }).filter(([, value]) => value !== ANY));
}
