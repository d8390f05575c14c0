import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { START } from '#projections/engine/eventLog.ts';
import { refId } from '#projections/kernel/collection.ts';
import { foldTable } from '#projections/registry.ts';
import { type TopicAnswer, topicAnswerSchema } from '#projections/sync/protocol.ts';
import { findTopic } from '#projections/sync/topics.ts';
import { isInTopic } from '#projections/sync/window.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';
import type { Browser } from '../browser.ts';

const ANSWER_MAX_MS = 10_000;
/** Milliseconds in which a page must have come back and caught up: Socket.IO waits up to 8 s between two tries. */
const CATCH_UP_MAX_MS = 20_000;
const LOOK_EVERY_MS = 100;

/** What a page shows, or would show if it had just been opened: documents by `refId`, keys by topic. */
interface Shown {
  readonly documents: Readonly<Record<string, unknown>>;
  readonly windows: Readonly<Record<string, readonly string[]>>;
}

/** Waits until a connected page shows what a fresh one is given; answers what still differs (P5). */
export async function checkClient(who: string, browser: Browser, store: SyncStore): Promise<readonly string[]> {
  const until = Date.now() + CATCH_UP_MAX_MS;
  for (;;) {
    const differences = compare(shownBy(store), await freshSnapshot(browser, store.floors()));
    if (differences.length === 0 || Date.now() > until) {
      return differences.map((difference) => `The page of ${who} ${difference}.`);
    }
    await pause(LOOK_EVERY_MS);
  }
}

function shownBy(store: SyncStore): Shown {
  const view = store.view.getState();
  const reachable = store.reachable();
  const documents = Object.fromEntries(Object.entries(view.documents).filter(([id]) => reachable.has(id)));
  const windows: Record<string, readonly string[]> = {};
  for (const topic of Object.keys(store.floors())) {
    if (view.topics[topic]?.status !== 'refused') windows[topic] = view.windows[topic] ?? [];
  }
  return { documents, windows };
}

/** Asks for the same topics down to the same floors over a connection of its own. */
async function freshSnapshot(browser: Browser, floors: Readonly<Record<string, string | null>>): Promise<Shown> {
  const transport = browser.openTransport();
  try {
    await new Promise<void>((resolve) => {
      transport.start({ opened: resolve, closed: () => undefined, received: () => undefined });
      transport.reconnect();
    });
    const documents: Record<string, unknown> = {};
    const windows: Record<string, readonly string[]> = {};
    for (const [topic, floor] of Object.entries(floors)) {
      const question = { topic, since: null, floor, notBefore: START };
      const answer = topicAnswerSchema.safeParse(await transport.request('subscribe', question, ANSWER_MAX_MS));
      if (!answer.success) continue;
      windows[topic] = keysOf(topic, answer.data);
      for (const document of answer.data.documents) {
        if (document.doc !== null) documents[refId(document)] = document.doc;
      }
    }
    return { documents, windows };
  } finally {
    transport.stop();
  }
}

function keysOf(name: string, { documents }: TopicAnswer): readonly string[] {
  const topic = findTopic(name);
  if (topic === null) return [];
  const own = documents.filter(({ collection, doc }) => isInTopic(foldTable.collections, topic, collection, doc));
  return own.map(({ key }) => key);
}

function compare(shown: Shown, fresh: Shown): readonly string[] {
  const ids = new Set([...Object.keys(shown.documents), ...Object.keys(fresh.documents)]);
  const documents = [...ids].filter((id) => !isDeepStrictEqual(shown.documents[id], fresh.documents[id]));
  const topics = new Set([...Object.keys(shown.windows), ...Object.keys(fresh.windows)]);
  const windows = [...topics].filter((topic) => !isDeepStrictEqual(shown.windows[topic], fresh.windows[topic]));
  return [
    ...documents.map((id) => {
      if (shown.documents[id] === undefined) return `does not show ${id}`;
      return fresh.documents[id] === undefined ? `shows ${id}, which is gone` : `shows an old ${id}`;
    }),
    ...windows.map((topic) => `shows ${topic} with other entries or in another order`),
  ];
}
