import { useEffect } from 'react';

let siteName = '';

/** Says how the site is called in the title of every page. Call it once, before the first render. */
export function nameSite(name: string): void {
  siteName = name;
}

/** Names the page in the tab: "Saved · OU Quad" (SHEL-17). */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${siteName}`;
  }, [page]);
}
