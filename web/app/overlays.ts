import type { Location } from 'react-router';
import { nouns } from '../nouns.ts';

/** Pages drawn over another one, and the page below when they are opened directly (D14, D23). */
const backgrounds: ReadonlyMap<string, string> = new Map(
  nouns.flatMap(({ routes = [] }) => routes.flatMap(({ path, over }) => (over === undefined ? [] : [[path, over]]))),
);

/** Whether a page lies over another one; on phones it covers the whole screen. */
export function isOverlay(pathname: string): boolean {
  return backgrounds.has(pathname);
}

/** The page below an overlay: the one it was opened from. */
export function backgroundOf(location: Location): Location {
  const state = location.state as { background?: Location } | null;
  if (state?.background !== undefined) return state.background;
  return {
    ...location,
    pathname: backgrounds.get(location.pathname) ?? '/home',
    search: '',
    hash: '',
    state: null,
    key: 'background',
  };
}
