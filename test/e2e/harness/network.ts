import type { Page } from 'playwright-core';
import { layRelay, type Relay } from './relay.ts';
import type { QuadServer } from './runningServer.ts';

/** One person's way to the server: it can fail, as in a lift or a pocket, while others keep theirs. */
export interface Network extends Omit<Relay, 'cut'> {
  /** Every connection breaks, no new one is made, and the browser knows that it is offline. */
  cut(page: Page): Promise<void>;
  /** Connections are carried again, and the browser knows that it is online. */
  mend(page: Page): Promise<void>;
  /** Every connection breaks, no new one is made, and the browser does not know why. */
  lose(): void;
}

/** Lays a way of its own to the server. */
export async function layNetwork(server: QuadServer): Promise<Network> {
  const relay = await layRelay(server.port);
  return {
    ...relay,
    async cut(page) {
      relay.cut();
      await page.context().setOffline(true);
    },
    lose: relay.cut,
    async mend(page) {
      relay.pass();
      await page.context().setOffline(false);
    },
  };
}
