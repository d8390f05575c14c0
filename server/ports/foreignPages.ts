/** The words of a page of another site about itself, and its picture. */
export interface ForeignPage {
  readonly title: string;
  /** Name of the site as it says; empty: it says none. */
  readonly site: string;
  /** The bytes of its picture, of a type that a photo may have; `null`: it has none that could be fetched. */
  readonly picture: Uint8Array | null;
}

/** The page could not be read now, and may be there a little later. */
export class PageAway extends Error {
  override readonly name = 'PageAway';
}

/** Pages of the public network, for the cards of links. */
export interface ForeignPages {
  /**
   * Reads a page, or answers what was read of it lately.
   *
   * @param address as somebody wrote it: nothing about it is trusted
   * @param userId whose link it is: everybody has a share of the fetches
   * @returns `null`: there is nothing to show of it, or nothing more for this user now
   * @throws PageAway; the signal's reason, once that is aborted
   */
  read(address: string, userId: string, signal: AbortSignal): Promise<ForeignPage | null>;
}
