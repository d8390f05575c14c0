import { useEffect } from 'react';
import { site } from '../session/site.ts';

/** Names the page in the tab: "Saved · OU Quad" (SHEL-17). */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${site.name} Quad`;
  }, [page]);
}
