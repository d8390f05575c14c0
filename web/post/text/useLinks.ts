import { useSyncExternalStore } from 'react';
import { firstContent } from '../../kit/firstView.ts';
import { persistently } from '../../kit/persistently.ts';
import type { FindLinks } from './link.ts';

const none: FindLinks = (text) => [{ text, href: null, kind: 'text' }];
let current = none;
const listeners = new Set<() => void>();

async function fetchLinks(): Promise<void> {
  await firstContent;
  const { findLinks } = await persistently(() => import('./links.ts'), Number.POSITIVE_INFINITY);
  current = findLinks;
  for (const listener of listeners) listener();
}

let isWanted = false;

function subscribe(listener: () => void): () => void {
  if (!isWanted) {
    isWanted = true;
    void fetchLinks();
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The finder of links once its code is here, right after the first view; until then it finds none. */
export function useLinks(): FindLinks {
  return useSyncExternalStore(subscribe, () => current);
}
