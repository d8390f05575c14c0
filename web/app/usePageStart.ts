import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isOverlay } from './overlays.ts';

/**
 * A page that is newly come to begins at its top, with the focus on its content. Back and reload are the pages' own
 * affair (`useKeepScroll`, `useListPlace`); a window over a page leaves the page alone.
 */
export function usePageStart(): void {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const last = useRef(pathname);
  useEffect(() => {
    const before = last.current;
    last.current = pathname;
    if (before === pathname || kind === 'POP' || isOverlay(pathname) || isOverlay(before)) return;
    scrollTo({ top: 0, behavior: 'instant' });
    const main = document.getElementById('main');
    // A page that begins with a field has put the focus there.
    if (main?.contains(document.activeElement) === false) main.focus({ preventScroll: true });
  }, [pathname, kind]);
}
