import { createContext, useContext, useEffect } from 'react';
import { countText } from './countText.ts';

/** Which layer of pages a component belongs to: 0 the page itself, 1 a window over it. */
export const PageLayer = createContext(0);

/** A page that is there, as it is called. */
interface PageTitle {
  readonly page: string;
  readonly layer: number;
}

let siteName = '';
let unread = 0;
const titles = new Set<PageTitle>();

/** Says how the site is called in the title of every page. Call it once, before the first render. */
export function nameSite(name: string): void {
  siteName = name;
}

/** Names a page until the answer is called: the tab shows the one that lies on top, and of those the newest. */
export function namePage(page: string, layer: number): () => void {
  const title = { page, layer };
  titles.add(title);
  showTitle();
  return () => {
    titles.delete(title);
    showTitle();
  };
}

/** Says how much is unread: it stands before the title, as "(3)"; 0: nothing does. */
export function countInTitle(count: number): void {
  unread = count;
  showTitle();
}

/** While no page is there, as when its code is on the way, the tab keeps its title. */
function showTitle(): void {
  const [top] = [...titles].reverse().sort((a, b) => b.layer - a.layer);
  const count = unread === 0 ? '' : `(${countText(unread)}) `;
  if (top !== undefined) document.title = `${count}${top.page} · ${siteName}`;
}

/** Names the page in the tab: "Saved · OU Quad" (SHEL-17). */
export function usePageTitle(page: string): void {
  const layer = useContext(PageLayer);
  useEffect(() => namePage(page, layer), [page, layer]);
}
