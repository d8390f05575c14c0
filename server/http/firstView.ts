/** Names the topics of a first view. @param path as in the address, without the query, which the asker has */
export type FirstView = (path: string, asker: Asker) => readonly string[];

/** The viewer of a page, and the campus of the site. */
export interface Asker {
  readonly campus: string;
  /** `null`: signed out. */
  readonly userId: string | null;
  /** The query of the address. */
  readonly query: URLSearchParams;
}
