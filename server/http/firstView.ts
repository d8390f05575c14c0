import type { TopicAnswer } from '#projections/sync/protocol.ts';
import type { NounRouteParts } from './routeParts.ts';

/** Names the topics of a first view. @param path as in the address, without the query, which the asker has */
export type FirstView = (path: string, asker: Asker) => readonly string[];

/**
 * Names the search of a first view; `null`: there is none. @param path as in the address, without the query, which the
 * asker has
 */
export type FirstSearch = (path: string, asker: Asker) => PageSearch | null;

/** A search whose first page of hits a page shows. */
export interface PageSearch {
  /** As the client asks by `GET /api/search`, without the page. */
  readonly question: Readonly<Record<string, string>>;
  /** Topics by which the client keeps the hits live. @param keys of the hits */
  readonly topicsOf: (keys: readonly string[]) => readonly string[];
}

/** The viewer of a page, and the campus of the site. */
export interface Asker {
  readonly campus: string;
  /** `null`: signed out. */
  readonly userId: string | null;
  /** The query of the address. */
  readonly query: URLSearchParams;
}

/** The data that comes with a page (`PageBoot`). */
export interface PageData {
  readonly topics: Readonly<Record<string, TopicAnswer>>;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Answers to requests that a page begins with, by address. @param path as in the address, without the query */
export type FirstAnswers = (path: string, asker: Asker) => Promise<Readonly<Record<string, unknown>>>;

/** Makes the first answers of a noun. */
export type CreateFirstAnswers = (parts: Pick<NounRouteParts, 'readStore' | 'clock'>) => FirstAnswers;
