interface EntryState {
  readonly key?: string;
  readonly idx?: number;
}

/** How this document was reached, by the browser: `navigate`, `reload`, `back_forward`, `prerender`. */
function kindOfVisit(): NavigationTimingType {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type ?? 'navigate';
}

/**
 * Gives a new visit a history entry with a name of its own, which reload and Back keep. The router calls each entry
 * that it did not make "default", and a browser keeps an entry's state when its address is typed again: either would
 * give a new visit the scroll position of an old one (FEED-27, D26). Call it once, before the router starts.
 */
export function nameEntry(): void {
  const state = history.state as EntryState | null;
  const isReturn = ['reload', 'back_forward'].includes(kindOfVisit());
  if (isReturn && state?.key !== undefined) return;
  const key = crypto.getRandomValues(new Uint32Array(2)).join('-');
  history.replaceState(state?.idx === undefined ? { key } : { key, idx: state.idx }, '');
}
