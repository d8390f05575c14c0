import { useSyncExternalStore } from 'react';
import { soon } from '../../ui/lazySoon.ts';
import type { WebLinks } from './links.ts';

const none: WebLinks = () => [];
let current = none;
const listeners = new Set<() => void>();

soon(async () => {
  const { webLinks } = await import('./webLinks.ts');
  current = webLinks;
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The finder of web addresses once its code is here, right after the first page; until then it finds none. */
export function useWebLinks(): WebLinks {
  return useSyncExternalStore(subscribe, () => current);
}
