import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { isStandIn } from '../kit/focusPlace.ts';
import { isPlaceKept, notePage } from '../kit/navigation/pageStart.ts';
import { pageAt } from './overlays.ts';

/**
 * Shows a newly opened page from its top, with the focus on its content. After Back and Forward too, unless the page
 * restores its position itself (`useKeepScroll`, `useListPlace`); a window over a page does not change the page.
 */
export function usePageStart(): void {
  const { pathname, key } = pageAt(useLocation());
  const isBack = useNavigationType() === 'POP';

  const drawn = useRef(pathname);
  // After the layout effects of the page, which say whether it restores its position.
  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = pathname;
    notePage(pathname);
    if (before === pathname || (isBack && isPlaceKept(key))) return;
    scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, key, isBack]);

  const last = useRef(pathname);
  useEffect(() => {
    const before = last.current;
    last.current = pathname;
    if (before === pathname || isBack) return;
    const main = document.getElementById('main');
    // A page that begins with a field has put the focus there, or will: what is typed until then is kept for it.
    if (main === null || isStandIn(document.activeElement)) return;
    if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [pathname, isBack]);
}
