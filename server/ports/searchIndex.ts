import { Unavailable } from '#projections/engine/eventLog.ts';
import type { SearchRanking } from '#projections/kernel/search.ts';

/** Characters of the texts of one document together; a longer document is refused, alone. */
export const SEARCH_TEXT_MAX_CHARACTERS = 20_000;
/** Letters of a word from which one mistake is forgiven, and from which two are. */
export const ONE_TYPO_FROM = 4;
export const TWO_TYPOS_FROM = 8;

/** The shape of an index for its engine: plain data, unlike its declaration. */
export interface SearchShape {
  readonly name: string;
  /** Changes with everything that makes other documents of the same read models. */
  readonly version: string;
  /** Names of the texts, the one that weighs most first. */
  readonly texts: readonly string[];
  readonly filters: readonly string[];
  readonly ranking: SearchRanking;
}

/** A document as it is searched. */
export interface SearchDocument {
  readonly key: string;
  /** Id of the person whose data it holds, else `null`. */
  readonly subject: string | null;
  readonly campus: string | null;
  /** Words with a space between them (`heldText`), by the names of the shape's texts. */
  readonly texts: Readonly<Record<string, string>>;
  readonly filters: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** One build of an index: its documents, and the state that its writer keeps with them. */
export interface SearchBuild {
  /** Name of the build, unique in its engine. */
  readonly id: string;
  readonly version: string;
  readonly isLive: boolean;
  /** As it was noted last; `null`: never. Opaque to the engine. */
  readonly state: string | null;
}

/** A document that the engine did not take, with its reason. */
export interface RefusedDocument {
  readonly key: string;
  readonly error: string;
}

/** Documents of one write. Of a key that is in both, the document is put. */
export interface SearchChanges {
  readonly put: readonly SearchDocument[];
  /** Keys of documents that are found no more; unknown ones are ignored. */
  readonly remove: readonly string[];
}

/** A question to the live build of an index. */
export interface SearchQuestion {
  readonly index: string;
  /** Words as `searchWords` gives them. None: every document of that campus and those filters, of which one is named then. */
  readonly words: readonly string[];
  /** `null`: all campuses. */
  readonly campus: string | null;
  readonly filters: Readonly<Record<string, string>>;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/** Keys of the documents that match, in the order of the index. */
export interface SearchHits {
  readonly keys: readonly string[];
  /** Whether there are further pages. */
  readonly more: boolean;
}

/**
 * Full-text indexes over the read models. They hold personal data in plain text, and all of it can be made anew, so
 * they belong in no backup.
 *
 * A document matches if it has every word of the question. If no document of that campus and those filters does, the last
 * word may be the beginning of one; in an index by relevance it always may. If none does then, words with mistakes are tried: one in words of `ONE_TYPO_FROM` letters and more,
 * two from `TWO_TYPOS_FROM` on. Every engine forgives a wrong letter after the first one, and a missing or added letter
 * after the second; what else it forgives is its own affair (`docs/search.md`).
 *
 * Order: `newest`, and without words: by time alone, the newest first. `relevance`: documents that have the last word as it
 * is before those in which it is a beginning; what else makes a better match is the engine's affair.
 *
 * One writer at a time writes an index. Its writes may be repeated: the last one of a key counts.
 */
export interface SearchIndex {
  /** All builds of an index, the live one first. */
  builds(index: string): Promise<readonly SearchBuild[]>;
  /** Begins an empty build beside the live one. */
  begin(shape: SearchShape): Promise<SearchBuild>;
  /**
   * Puts and removes documents of a build; they are found when this resolves, if the build is live.
   *
   * @returns those that were refused; all others are written
   * @throws Unavailable some may be written: repeat the whole
   */
  write(build: string, changes: SearchChanges): Promise<readonly RefusedDocument[]>;
  /** Keeps the writer's state with the build, after everything written before it. */
  note(build: string, state: string): Promise<void>;
  /** Makes a build the live one at once, and deletes the former one with all that it held. */
  makeLive(build: string): Promise<void>;
  /** Deletes a build that is not live. */
  discard(build: string): Promise<void>;
  /**
   * Deletes every document of some people, from all builds of all indexes, and what is left of them in the engine's
   * files as far as the engine reaches (P10). Repeating it changes nothing.
   */
  erase(subjects: readonly string[]): Promise<void>;
  /** @throws SearchNotReady the index has no live build */
  find(question: SearchQuestion): Promise<SearchHits>;
  /** @throws Unavailable the engine does not answer */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The index is being built for the first time. */
export class SearchNotReady extends Unavailable {
  constructor(index: string) {
    super(`The search index ${index} is being built.`);
    this.name = 'SearchNotReady';
  }
}

const KEY = /^[\w.:-]+$/;

/** Why no engine takes a document; `null`: it is fine. */
export function documentProblem({ key, texts, at }: SearchDocument): string | null {
  if (!KEY.test(key)) return 'Its key is empty or has other characters than letters, digits and . _ : -';
  if (!Number.isSafeInteger(at) || at < 0) return `Its time is not in milliseconds since 1970: ${at}.`;
  const characters = Object.values(texts).reduce((sum, { length }) => sum + length, 0);
  if (characters <= SEARCH_TEXT_MAX_CHARACTERS) return null;
  return `Its texts have ${characters} characters, more than ${SEARCH_TEXT_MAX_CHARACTERS}.`;
}
