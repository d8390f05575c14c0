import type { Location } from 'react-router';

/** Pages that lie over another one, and what lies below when they are opened directly (D14, D23). */
const BACKGROUNDS: Readonly<Record<string, string>> = {
  '/create/post': '/home',
  '/profile/set-up': '/profile',
};

/** Whether a page lies over another one; on phones it covers the whole screen. */
export function isOverlay(pathname: string): boolean {
  return Object.hasOwn(BACKGROUNDS, pathname);
}

/** The page below an overlay: the one it was opened from. */
export function backgroundOf(location: Location): Location {
  const state = location.state as { background?: Location } | null;
  if (state?.background !== undefined) return state.background;
  return {
    ...location,
    pathname: BACKGROUNDS[location.pathname] ?? '/home',
    search: '',
    hash: '',
    state: null,
    key: 'background',
  };
}
