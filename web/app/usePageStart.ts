import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isOverlay } from './overlays.ts';

/**
 * Shows a newly opened page from its top, with the focus on its content. Back and reload are handled by the pages
 * (`useKeepScroll`, `useListPlace`); a window over a page does not change the page.
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
