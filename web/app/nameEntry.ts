interface EntryState {
  readonly key?: string;
  readonly idx?: number;
}

/** What the browser says of how this document was come to: `navigate`, `reload`, `back_forward`, `prerender`. */
function kindOfVisit(): NavigationTimingType {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type ?? 'navigate';
}

/**
 * Gives a new visit a history entry with a name of its own, which reload and Back keep. Left alone, the router calls
 * each entry that it did not make "default", and a browser keeps what an entry holds when its address is typed again:
 * either way a new visit found the place of an old one (FEED-27, D26). Call it once, before the router starts.
 */
export function nameEntry(): void {
  const state = history.state as EntryState | null;
  const isReturn = ['reload', 'back_forward'].includes(kindOfVisit());
  if (isReturn && state?.key !== undefined) return;
  const key = crypto.getRandomValues(new Uint32Array(2)).join('-');
  history.replaceState(state?.idx === undefined ? { key } : { key, idx: state.idx }, '');
}
