import { refId } from '#projections/kernel/collection.ts';
import { readAlone } from '#server/read/sharedReads.ts';
import { readTopic, type TopicSource } from '#server/read/snapshot.ts';
import { topicAnswer } from '#server/read/topicAnswer.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';

/** The state of a client that has just asked for its topics. */
export interface FreshState {
  readonly documents: Record<string, unknown>;
  readonly windows: Record<string, readonly string[]>;
  /** Topics that the user may not see, with the code. */
  readonly refused: Record<string, string>;
}

/** Reads a client's windows anew, down to the same floors. */
export async function freshState(
  source: Omit<TopicSource, 'share'>,
  floors: Readonly<Record<string, string | null>>,
  userId: string | null,
): Promise<FreshState> {
  const documents: Record<string, unknown> = {};
  const windows: Record<string, readonly string[]> = {};
  const refused: Record<string, string> = {};
  for (const [name, floor] of Object.entries(floors)) {
    const read = await readTopic({ ...source, share: readAlone }, { name, since: null, floor, below: null }, userId);
    if ('ok' in read) {
      refused[name] = read.refusal.code;
      continue;
    }
    windows[name] = read.window.roots.map(({ key }) => key);
    const answer = topicAnswer(source.collections, read.window, { ...read, era: '', userId });
    for (const document of answer.documents) {
      if (document.doc !== null) documents[refId(document)] = document.doc;
    }
  }
  return { documents, windows, refused };
}

/** The shown state of a client's topics. */
export function shownState(store: SyncStore): FreshState {
  const view = store.view.getState();
  const reachable = store.reachable();
  const documents = Object.fromEntries(Object.entries(view.documents).filter(([id]) => reachable.has(id)));
  const windows: Record<string, readonly string[]> = {};
  const refused: Record<string, string> = {};
  for (const name of Object.keys(store.floors())) {
    const topic = view.topics[name];
    if (topic?.status === 'refused') refused[name] = topic.refusal?.code ?? '';
    else windows[name] = view.windows[name] ?? [];
  }
  return { documents, windows, refused };
}
