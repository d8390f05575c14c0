import type { KnownTopics } from './known/knownTopics.ts';
import type { SyncStore } from './syncStore.ts';

/** Milliseconds between two times that a page in sight keeps what it shows. */
const KEEP_EVERY_MS = 5_000;
/** Documents of a topic that is kept at most: a longer one stays as it was kept. */
const DOCUMENTS_MAX = 500;

/** Keeps what the page shows live: while it is in sight, where it changed, and once more as it leaves. */
export function keepKnown(sync: SyncStore, known: KnownTopics): void {
  let isChanged = false;
  /** Each topic as it was kept last, by its viewer and name. */
  const kept = new Map<string, string>();
  sync.view.subscribe((view, before) => {
    isChanged ||= view.documents !== before.documents || view.topics !== before.topics;
  });
  const keep = () => {
    if (!isChanged) return;
    const shown = sync.known();
    if (shown === null) return;
    isChanged = false;
    const changed = Object.entries(shown.topics).filter(([topic, { documents, floor }]) => {
      if (documents.length > DOCUMENTS_MAX) return false;
      const content = JSON.stringify([documents, floor]);
      const key = `${shown.viewer ?? ''} ${topic}`;
      if (kept.get(key) === content) return false;
      kept.set(key, content);
      return true;
    });
    if (changed.length + shown.refused.length === 0) return;
    void known.keep(shown.viewer, { topics: Object.fromEntries(changed), refused: shown.refused });
  };
  setInterval(() => {
    if (document.visibilityState === 'visible') keep();
  }, KEEP_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
  addEventListener('pagehide', keep);
}
