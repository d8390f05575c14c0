import { useSyncExternalStore } from 'react';
import { firstContent } from '../../kit/firstView.ts';
import { persistently } from '../../kit/lazySoon.ts';
import type { WebLinks } from './links.ts';

const none: WebLinks = () => [];
let current = none;
const listeners = new Set<() => void>();

async function fetchWebLinks(): Promise<void> {
  await firstContent;
  const { webLinks } = await persistently(() => import('./webLinks.ts'), Number.POSITIVE_INFINITY);
  current = webLinks;
  for (const listener of listeners) listener();
}

let isWanted = false;

function subscribe(listener: () => void): () => void {
  if (!isWanted) {
    isWanted = true;
    void fetchWebLinks();
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The finder of web addresses once its code is here, right after the first page; until then it finds none. */
export function useWebLinks(): WebLinks {
  return useSyncExternalStore(subscribe, () => current);
}
