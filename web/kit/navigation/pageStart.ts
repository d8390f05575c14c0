/** Path of the page that is drawn; `null` before the first one. */
let drawn: string | null = null;
/** Key of the history entry whose page restores its scroll position by itself; `null`: none did yet. */
let kept: string | null = null;

/** Notes that a page is drawn in the place of another one. */
export function notePage(pathname: string): void {
  drawn = pathname;
}

/** Notes that the page of a history entry restores its scroll position: it is not shown from its top. */
export function keepPlace(entry: string): void {
  kept = entry;
}

/** Whether the page of a history entry restores its scroll position. */
export function isPlaceKept(entry: string): boolean {
  return kept === entry;
}

/**
 * Scroll position, in pixels, at which a part of a page begins that is being drawn: while the page before it is still on
 * screen, the position is that page's, and means nothing for the new one.
 */
export function firstOffset(pathname: string): number {
  return drawn === null || drawn === pathname ? scrollY : 0;
}
