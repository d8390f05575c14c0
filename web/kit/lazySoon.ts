import { type ComponentType, createElement, lazy, useState } from 'react';
import { firstContent } from './firstView.ts';
import { LateCodeBoundary, whenRetried } from './LateCodeBoundary.tsx';
import { forLater } from './lateCode.ts';
import { persistently } from './persistently.ts';

/** Milliseconds after which code is fetched even on a page that is never idle. */
const IDLE_MAX_MS = 3_000;
/** Milliseconds until it is tried again when the network or the server was away. */
const RETRY_MS = 10_000;

type Load = () => Promise<unknown>;

const waiting = new Set<Load>();
/** The code of each component of `lazySoon`. */
const codeOf = new WeakMap<object, Load>();
let fetching = false;

/** The browser's estimate of the network, where it makes one. */
interface NetworkEstimate extends EventTarget {
  readonly saveData?: boolean;
  readonly effectiveType?: 'slow-2g' | '2g' | '3g' | '4g';
}

/**
 * Like React's `lazy`, but loads the code by itself once the first view is drawn and the page is idle. Components that
 * a person can open while the network or the server is down have to be loaded before: the composer, a dialog, the page
 * of a post. On a slow or metered network the code loads when needed. What is loaded is drawn at once, without the
 * fallback that `lazy` shows for a moment even then. What does not come says so in its place (`LateCodeBoundary`).
 */
export function lazySoon<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async () => {
    const code = await load();
    loaded = code.default;
    return code;
  };
  fetchSoon(fetch);
  const fetchOrRenew = async () => {
    try {
      return await persistently(fetch);
    } catch (error) {
      whenRetried(() => {
        Lazy = another();
      });
      throw error;
    }
  };
  // React keeps the outcome of a `lazy`, so a new try is another one.
  const another = (): ComponentType<Props> => lazy(fetchOrRenew);
  let Lazy = another();
  // biome-ignore lint/correctness/noComponentHookFactories: a factory of modules, as React's `lazy`: called once for each
  function Soon(props: Props) {
    // One or the other for as long as it is drawn: a change would draw it anew.
    const [Content, setContent] = useState(() => loaded ?? Lazy);
    const content = createElement(Content, props);
    if (Content === loaded) return content;
    const onRetry = () => {
      Lazy = another();
      setContent(() => Lazy);
    };
    return createElement(LateCodeBoundary, { onRetry }, content);
  }
  codeOf.set(Soon, fetch);
  return Soon;
}

/**
 * Has the code of a component of `lazySoon` fetched now; it is drawn without a placeholder once this has resolved. Of another
 * component there is none to fetch.
 */
export async function bring(component: ComponentType): Promise<void> {
  await codeOf.get(component)?.();
}

/** Has code fetched when the page is idle after its first view. */
export function fetchSoon(load: Load): void {
  waiting.add(load);
  void firstContent.then(fetchWaiting);
}

/**
 * One piece after the other, each in an idle moment; the pieces that they bring along join the queue. One that fails goes
 * to its end: the others must not wait for it.
 */
async function fetchWaiting(): Promise<void> {
  if (fetching) return;
  fetching = true;
  try {
    for (const load of waiting) {
      await quickNetwork();
      await idle();
      waiting.delete(load);
      await forLater(load).catch((error: unknown) => {
        waiting.add(load);
        throw error;
      });
    }
  } catch (error) {
    console.warn('Code for later could not be fetched; it is tried again.', error);
    setTimeout(() => void fetchWaiting(), RETRY_MS);
  } finally {
    fetching = false;
  }
}

/** Resolves when the network is fast and unmetered; Safari and Firefox give no estimate. */
async function quickNetwork(): Promise<void> {
  const { connection } = navigator as Navigator & { readonly connection?: NetworkEstimate };
  while (connection !== undefined && isPoor(connection)) {
    await new Promise((resolve) => connection.addEventListener('change', resolve, { once: true }));
  }
}

function isPoor({ saveData, effectiveType = '4g' }: NetworkEstimate): boolean {
  return saveData === true || effectiveType !== '4g';
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callback yet.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: IDLE_MAX_MS });
    else setTimeout(resolve);
  });
}
