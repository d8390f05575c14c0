import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Milliseconds after which code is fetched even on a page that is never idle. */
const IDLE_MAX_MS = 3_000;
/** Milliseconds until it is tried again when the network or the server was away. */
const RETRY_MS = 10_000;

type Load = () => Promise<unknown>;

const waiting = new Set<Load>();
let fetching = false;

/**
 * As React's `lazy`; besides, the code comes by itself once the page has nothing else to do. What a person can press
 * while the network or the server is away has to be there before: the composer, a dialog, the page of a post.
 */
export function lazySoon<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  soon(load);
  return lazy(load);
}

/** Has code fetched as soon as the page is idle, for those who load it themselves. */
export function soon(load: Load): void {
  waiting.add(load);
  if (document.readyState === 'complete') void fetchWaiting();
  else addEventListener('load', () => void fetchWaiting(), { once: true });
}

/** One piece after the other, each in an idle moment; the pieces that they bring along join the queue. */
async function fetchWaiting(): Promise<void> {
  if (fetching) return;
  fetching = true;
  try {
    for (const load of waiting) {
      await idle();
      await load();
      waiting.delete(load);
    }
  } catch (error) {
    console.warn('Code for later could not be fetched; it is tried again.', error);
    setTimeout(() => void fetchWaiting(), RETRY_MS);
  } finally {
    fetching = false;
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback yet.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: IDLE_MAX_MS });
    else setTimeout(resolve);
  });
}
