import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { START } from '#projections/engine/eventLog.ts';
import { refId } from '#projections/kernel/collection.ts';
import { findTopic, foldTable } from '#projections/registry.ts';
import { type TopicAnswer, topicAnswerSchema } from '#projections/sync/protocol.ts';
import { isInTopic, isInWindow } from '#projections/sync/window.ts';
import type { SyncStore } from '#web/sync/syncStore.ts';
import type { Browser } from '../browser.ts';
import type { Verdict } from '../verdict.ts';

/** Milliseconds without any packet after which an answer of the hub counts as missing. */
const ANSWER_MAX_MS = 10_000;
/** Milliseconds in which a page must have reconnected and caught up: Socket.IO waits up to 8 s between two tries. */
const COME_BACK_MAX_MS = 20_000;
/** Milliseconds after which a page that is back must show everything: all else is quiet by then. */
const CATCH_UP_MAX_MS = 3_000;
const LOOK_EVERY_MS = 200;

/** The content of a page: documents by `refId`, keys by topic. */
interface Shown {
  readonly documents: Readonly<Record<string, unknown>>;
  readonly windows: Readonly<Record<string, readonly string[]>>;
}

/** A page that stayed open through all kills shows the same as a newly opened one (P5). */
export async function checkClient(
  verdict: Verdict,
  { userId: who, browser, store }: { readonly userId: string; readonly browser: Browser; readonly store: SyncStore },
  slowness: number,
): Promise<void> {
  await comeBack(store, COME_BACK_MAX_MS * slowness);
  const until = Date.now() + CATCH_UP_MAX_MS * slowness;
  for (;;) {
    const shown = shownBy(store);
    const fresh = asFarAs(shown, await freshSnapshot(browser, store.floors(), ANSWER_MAX_MS * slowness));
    const isLast = Date.now() > until;
    if (!isLast && !isDeepStrictEqual(shown, fresh)) {
      await pause(LOOK_EVERY_MS);
      continue;
    }
    const { connection, outbox } = store.view.getState();
    verdict.expect(connection === 'online', () => `The page of ${who} is ${connection}, all else is up.`);
    verdict.expect(outbox.length === 0, () => `The page of ${who} still has ${outbox.length} commands to send.`);
    compare(verdict, `The page of ${who}`, shown, fresh);
    return;
  }
}

/** Waits until the page is connected, everything it shows is live, and its commands are sent. */
async function comeBack(store: SyncStore, maxMs: number): Promise<void> {
  const until = Date.now() + maxMs;
  const isBack = () => {
    const { connection, topics, outbox } = store.view.getState();
    const areLive = Object.values(topics).every(({ status }) => status === 'live' || status === 'refused');
    return connection === 'online' && areLive && outbox.length === 0;
  };
  while (!isBack() && Date.now() < until) await pause(LOOK_EVERY_MS);
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

/** The content of a newly opened page. */
interface Fresh extends Shown {
  /** Documents by `refId` of further pages; some may lie below the other page's windows. */
  readonly further: Readonly<Record<string, unknown>>;
}

/** Of the further pages, only the part that the other page shows counts. */
function asFarAs(shown: Shown, { documents, windows, further }: Fresh): Shown {
  const counts = Object.entries(further).filter(([id]) => Object.hasOwn(shown.documents, id));
  return { documents: { ...Object.fromEntries(counts), ...documents }, windows };
}

/** Asks a hub, and waits for the answer. */
type AskHub = (event: 'subscribe' | 'page', question: unknown) => Promise<unknown>;

/** Asks for the same topics down to the same floors over a connection of its own. */
async function freshSnapshot(
  browser: Browser,
  floors: Readonly<Record<string, string | null>>,
  answerMaxMs: number,
): Promise<Fresh> {
  const transport = browser.openTransport();
  const ask: AskHub = (event, question) => transport.request(event, question, answerMaxMs);
  try {
    await new Promise<void>((resolve) => {
      // The first packet proves that the connection is open.
      transport.start({ closed: () => undefined, received: () => resolve() });
      transport.reconnect();
    });
    const documents: Record<string, unknown> = {};
    const further: Record<string, unknown> = {};
    const windows: Record<string, readonly string[]> = {};
    for (const [topic, floor] of Object.entries(floors)) {
      const [first, ...pages] = await readDown(ask, topic, floor);
      if (first === undefined) continue;
      windows[topic] = [first, ...pages].flatMap((answer) => keysOf(topic, answer, floor ?? first.floor));
      collect(documents, [first]);
      collect(further, pages);
    }
    return { documents, windows, further };
  } finally {
    transport.stop();
  }
}

/**
 * A topic down to a floor. One answer is limited: a page that stayed open may have received more, so the rest is read
 * page by page. Empty for a refused topic.
 */
async function readDown(ask: AskHub, topic: string, floor: string | null): Promise<readonly TopicAnswer[]> {
  const question = { topic, since: null, floor, notBefore: START };
  const answers: TopicAnswer[] = [];
  let answer = topicAnswerSchema.safeParse(await ask('subscribe', question));
  while (answer.success) {
    answers.push(answer.data);
    const reached = answer.data.floor;
    if (floor === null || reached <= floor) break;
    const below = { topic, floor: reached, notBefore: START };
    answer = topicAnswerSchema.safeParse(await ask('page', below));
  }
  return answers;
}

function collect(into: Record<string, unknown>, answers: readonly TopicAnswer[]): void {
  for (const document of answers.flatMap(({ documents }) => documents)) {
    if (document.doc !== null) into[refId(document)] = document.doc;
  }
}

function keysOf(name: string, { documents }: TopicAnswer, floor: string): readonly string[] {
  const topic = findTopic(name);
  if (topic === null) return [];
  return documents.flatMap(({ collection, key, doc }) =>
    isInTopic(foldTable.collections, topic, collection, doc) && isInWindow(topic, floor, doc) ? [key] : [],
  );
}

function compare(verdict: Verdict, page: string, shown: Shown, fresh: Shown): void {
  for (const id of new Set([...Object.keys(shown.documents), ...Object.keys(fresh.documents)])) {
    const isSame = isDeepStrictEqual(shown.documents[id], fresh.documents[id]);
    verdict.expect(isSame, () => {
      if (shown.documents[id] === undefined) return `${page} does not show ${id}.`;
      return fresh.documents[id] === undefined ? `${page} shows ${id}, which is gone.` : `${page} shows an old ${id}.`;
    });
  }
  for (const topic of new Set([...Object.keys(shown.windows), ...Object.keys(fresh.windows)])) {
    const isSame = isDeepStrictEqual(shown.windows[topic], fresh.windows[topic]);
    verdict.expect(isSame, () => {
      const [has, wants] = [shown.windows[topic]?.join(' '), fresh.windows[topic]?.join(' ')];
      return `${page} shows ${topic} with other entries or in another order: ${has}; a fresh one: ${wants}.`;
    });
  }
}
