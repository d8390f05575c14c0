import type { Page } from 'playwright-core';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { eventually } from './eventually.ts';

/** Begin of an acknowledgement in Socket.IO's text frames: message, ack, number. */
const ACKNOWLEDGEMENT = /^43\d+/;

/** A request for the next page of a topic. */
const PAGE_REQUEST = /^42\d*\["page",\{"topic":"([^"]+)"/;

/** A page's questions to the hub, and the answers. */
export interface SocketWatch {
  /** How many documents of the collection each answer held, in order; answers without any are left out. */
  pages(collection: string): Promise<readonly number[]>;
  /** When the next page of a topic was asked for, in milliseconds. */
  pagesAskedAt(topic: string): readonly number[];
}

/** Records the hub's answers to this page; call it before the page (re)loads. */
export async function watchSocket(page: Page): Promise<SocketWatch> {
  const answers: TopicAnswer[] = [];
  const asked: { readonly topic: string; readonly at: number }[] = [];
  // The page's own instants: on a busy machine the browser's other processes, and this one, hear of a frame later.
  await page.exposeFunction('quadSent', (frame: string, at: number) => {
    const topic = PAGE_REQUEST.exec(frame)?.[1];
    if (topic !== undefined) asked.push({ topic, at });
  });
  await page.addInitScript(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (this: WebSocket, frame) {
      const { quadSent } = window as unknown as { quadSent(frame: string, at: number): void };
      if (typeof frame === 'string') quadSent(frame, performance.now());
      send.call(this, frame);
    };
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const text = typeof payload === 'string' ? payload : payload.toString('utf8');
      if (!ACKNOWLEDGEMENT.test(text)) return;
      const [answer] = JSON.parse(text.replace(ACKNOWLEDGEMENT, '')) as [Partial<TopicAnswer>];
      if (answer.ok === true && answer.documents !== undefined) answers.push(answer as TopicAnswer);
    });
  });
  return {
    pagesAskedAt: (topic) => asked.filter((each) => each.topic === topic).map(({ at }) => at),
    pages: (collection) =>
      eventually(`the hub has answered with ${collection}`, () => {
        const counts = answers.map((each) => each.documents.filter((one) => one.collection === collection).length);
        const some = counts.filter((count) => count > 0);
        return some.length > 0 ? some : undefined;
      }),
  };
}

/**
 * Number of a collection's documents that come with the page itself, in the answer for a topic. The page is asked for
 * again: an open one does not keep them.
 */
export function cameWithPage(page: Page, topic: string, collection: string): Promise<number> {
  return page.evaluate(
    async ([name, wanted]) => {
      if (document.getElementById('quad-boot') !== null) throw new Error('The data of the first view is still there.');
      const text = await (await fetch(location.href)).text();
      const sent = new DOMParser().parseFromString(text, 'text/html');
      const boot = JSON.parse(sent.getElementById('quad-boot')?.textContent ?? '{}');
      const { documents } = boot.topics[name] as { documents: readonly { collection: string }[] };
      return documents.filter((document) => document.collection === wanted).length;
    },
    [topic, collection] as const,
  );
}
