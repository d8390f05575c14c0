import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Milliseconds after which code is fetched even on a page that is never idle. */
const IDLE_MAX_MS = 3_000;
/** Milliseconds until it is tried again when the network or the server was away. */
const RETRY_MS = 10_000;
/** Milliseconds until code that is to be drawn is asked for again, at first and at most. */
const DRAWN_RETRY_FIRST_MS = 500;
const DRAWN_RETRY_MAX_MS = 8_000;
/** Tries with a network, after which the code is gone: a newer release has replaced it. */
const DRAWN_MAX_TRIES = 5;

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
  return lazy(() => persistently(load));
}

/** What is to be drawn now is waited for: the frame around it stays as it is, with its skeleton. */
async function persistently<T>(load: () => Promise<T>): Promise<T> {
  let wait = DRAWN_RETRY_FIRST_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine && tries >= DRAWN_MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, DRAWN_RETRY_MAX_MS);
    }
  }
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
