import type { SyncView } from './documents/view.ts';
import type { KnownTopics } from './known/knownTopics.ts';
import type { SyncStore } from './syncStore.ts';

/** Milliseconds between two times that a page in sight keeps what it shows. */
const KEEP_EVERY_MS = 5_000;
/** Milliseconds after which a topic is kept that has just come: a network may be gone before the next look. */
const KEEP_NEW_MS = 500;
/** Documents of a topic that is kept at most: a longer one stays as it was kept. */
const DOCUMENTS_MAX = 500;

/**
 * Keeps what the page shows live: while it is in sight, where it changed, soon where it is new, and once more as
 * it leaves.
 */
export function keepKnown(sync: SyncStore, known: KnownTopics): void {
  let isChanged = false;
  let soon: ReturnType<typeof setTimeout> | null = null;
  /** Each topic as it was kept last for this viewer, by its name. */
  const kept = new Map<string, string>();
  let keptFor: string | null = null;
  sync.view.subscribe((view, before) => {
    isChanged ||= view.documents !== before.documents || view.topics !== before.topics;
    if (soon === null && hasNew(view.topics, before.topics)) soon = setTimeout(keepNew, KEEP_NEW_MS);
  });
  const keepNew = () => {
    soon = null;
    keep();
  };
  const keep = () => {
    if (!isChanged) return;
    const shown = sync.known();
    if (shown === null) return;
    isChanged = false;
    // All that was kept for the one before is gone (`KnownTopics.keep`).
    if (shown.viewer !== keptFor) kept.clear();
    keptFor = shown.viewer;
    for (const topic of shown.refused) kept.delete(topic);
    const changed = Object.entries(shown.topics).filter(([topic, { documents, floor }]) => {
      if (documents.length > DOCUMENTS_MAX) return false;
      const content = JSON.stringify([documents, floor]);
      if (kept.get(topic) === content) return false;
      kept.set(topic, content);
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

/** Whether a topic has become live. */
function hasNew(topics: SyncView['topics'], before: SyncView['topics']): boolean {
  if (topics === before) return false;
  return Object.entries(topics).some(([topic, { status }]) => status === 'live' && before[topic]?.status !== 'live');
}
