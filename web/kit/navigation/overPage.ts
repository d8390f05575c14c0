import type { Location } from 'react-router';

/** State of the history entry of a page that lies over another one. */
export interface OverPage {
  /** The page below. */
  readonly background: Location;
}

/** The state with which a page is opened over the present one. */
export function overPage(background: Location): OverPage {
  return { background };
}

/** The page from which a page over it was opened; `null`: it was opened by its address. */
export function pageBelow({ state }: Location): Location | null {
  return (state as Partial<OverPage> | null)?.background ?? null;
}
