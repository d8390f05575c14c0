import type { KnownTopics } from './known/knownTopics.ts';
import type { SyncStore } from './syncStore.ts';

/** Milliseconds between two times that a page in sight keeps what it shows. */
const KEEP_EVERY_MS = 5_000;

/** Keeps what the page shows: while it is in sight, if it changed, and once more as it leaves. */
export function keepKnown(sync: SyncStore, known: KnownTopics): void {
  let isChanged = false;
  sync.view.subscribe((view, before) => {
    isChanged ||= view.documents !== before.documents || view.topics !== before.topics;
  });
  const keep = () => {
    const shown = sync.known();
    if (!isChanged || shown === null) return;
    isChanged = false;
    void known.keep(shown.viewer, shown.topics);
  };
  setInterval(() => {
    if (document.visibilityState === 'visible') keep();
  }, KEEP_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
  addEventListener('pagehide', keep);
}
