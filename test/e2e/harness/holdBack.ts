import type { Page } from 'playwright-core';
import { edgeRefusal } from '#server/kernel/refusal.ts';

/** Packets of the hub that have not reached the page. */
export interface HeldBack {
  /** Hands them over, in their order, and lets everything through from now on. */
  release(): void;
}

/** Packets of a page that reach the hub as others. */
export interface Rewriting {
  /** Passes everything unchanged from now on. */
  restore(): void;
}

/**
 * Changes the packets with these words on their way from a page to the hub, so that the server itself refuses a packet
 * that the page would never send. Call it before the page is opened.
 */
export async function rewriteSent(page: Page, words: string, change: (packet: string) => string): Promise<Rewriting> {
  let isOn = true;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const hub = socket.connectToServer();
    socket.onMessage((packet) => {
      hub.send(isOn && typeof packet === 'string' && packet.includes(words) ? change(packet) : packet);
    });
  });
  return {
    restore() {
      isOn = false;
    },
  };
}

/**
 * Commands of these words are answered as by a server that has a fault: they do not reach the hub. Asked for before the
 * page is opened.
 */
export async function failCommands(page: Page, words: string): Promise<Rewriting> {
  let isOn = true;
  const refusal = edgeRefusal('FAULT');
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const hub = socket.connectToServer();
    socket.onMessage((packet) => {
      const asked = typeof packet === 'string' && packet.includes(words) ? /^42(\d+)\["command"/.exec(packet) : null;
      if (isOn && asked !== null) socket.send(`43${asked[1]}${JSON.stringify([{ ok: false, refusal }])}`);
      else hub.send(packet);
    });
  });
  return {
    restore() {
      isOn = false;
    },
  };
}

/**
 * Serves the page without the data of its first view, as a server that could not read it would; the page asks for all
 * of it.
 */
export async function withoutFirstView(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const forget = () => document.getElementById('quad-boot')?.remove();
    new MutationObserver(forget).observe(document, { childList: true, subtree: true });
  });
}

/** Holds back the packets with these words that the hub sends to a page. Asked for before the page is opened. */
export async function holdBack(page: Page, words: string): Promise<HeldBack> {
  let isReleased = false;
  const waiting: (() => void)[] = [];
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const hub = socket.connectToServer();
    hub.onMessage((packet) => {
      if (isReleased || !packet.includes(words)) return socket.send(packet);
      waiting.push(() => socket.send(packet));
    });
  });
  return {
    release() {
      isReleased = true;
      for (const send of waiting.splice(0)) send();
    },
  };
}

/** Requests of a page that are not answered yet. */
export interface HeldRequests {
  /** Resolves when the first of them was made. */
  readonly asked: Promise<void>;
  /** Answers them, and all later ones. */
  release(): void;
}

/** Delays requests to these addresses, as a slow network does. Call it before the page is opened. */
export async function holdRequests(page: Page, address: RegExp): Promise<HeldRequests> {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    asked.resolve();
    await released.promise;
    // The page may be closed by then.
    await route.continue().catch(() => undefined);
  });
  return { asked: asked.promise, release: () => released.resolve() };
}
