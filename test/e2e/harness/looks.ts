import type { Page, WebSocket } from 'playwright-core';
import { eventually } from './eventually.ts';

/** A page's look at its connection: it leaves a topic that nobody joins. */
const LOOK = /^42\d+\["unsubscribe",\{"topic":"none"\}\]/;
/** A page's goodbye to the hub: it leaves a connection by itself. */
const GOODBYE = /^41/;

/** A hub's first packet on a connection. */
const ERAS = /^42\["eras"/;

/** How often a page has asked its connection, left one by itself, and had one opened. */
export interface Looks {
  readonly asked: number;
  readonly left: number;
  readonly opened: number;
}

/** Counts what a page does about its connection to the hub; call it before the page loads. */
export function watchLooks(page: Page) {
  let looks: Looks = { asked: 0, left: 0, opened: 0 };
  page.on('websocket', (socket: WebSocket) => {
    socket.on('framereceived', ({ payload }) => {
      if (ERAS.test(String(payload))) looks = { ...looks, opened: looks.opened + 1 };
    });
    socket.on('framesent', ({ payload }) => {
      const text = String(payload);
      if (LOOK.test(text)) looks = { ...looks, asked: looks.asked + 1 };
      if (GOODBYE.test(text)) looks = { ...looks, left: looks.left + 1 };
    });
  });
  return {
    count: () => looks,
    /** Waits until that many connections were opened in all. */
    connected: (times: number) => eventually(`${times} connections`, () => looks.opened >= times || undefined),
  };
}
