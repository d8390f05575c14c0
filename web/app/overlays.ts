import { type Location, matchPath } from 'react-router';
import { pageBelow } from '../kit/navigation/overPage.ts';
import type { PageRoute } from '../noun.ts';
import { nouns } from '../nouns.ts';

/** Pages drawn over another one, each with the page below when it is opened directly (D14, D23). */
const overlays = nouns.flatMap(({ routes = [] }) => routes).filter(isOver);

function isOver(route: PageRoute): route is PageRoute & { readonly over: NonNullable<PageRoute['over']> } {
  return route.over !== undefined;
}

/** Whether a page lies over another one; on phones it covers the whole screen. */
export function isOverlay(pathname: string): boolean {
  return overlays.some(({ path }) => matchPath(path, pathname) !== null);
}

/** The page itself, or the one below an overlay: the one it was opened from. */
export function pageAt(location: Location): Location {
  for (const { path, over, overQuery = [] } of overlays) {
    const match = matchPath(path as string, location.pathname);
    if (match === null) continue;
    const below = pageBelow(location);
    if (below !== null) return below;
    const kept = [...new URLSearchParams(location.search)].filter(([name]) => overQuery.includes(name));
    return {
      ...location,
      pathname: over.replace(/:(\w+)/g, (_, name: string) => match.params[name] ?? ''),
      search: kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`,
      hash: '',
      state: null,
      key: 'background',
    };
  }
  return location;
}
