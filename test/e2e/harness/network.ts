import type { Page } from 'playwright-core';
import { layRelay, type Relay } from './relay.ts';
import type { QuadServer } from './runningServer.ts';
import { type FrontRequest, laySecureFront } from './secureFront.ts';

/** One person's way to the server: it can fail, as in a lift or a pocket, while others keep theirs. */
export interface Network extends Omit<Relay, 'cut'> {
  /** Address of a campus over it. */
  origin(campus?: string): string;
  /** Over TLS and HTTP/2. */
  readonly isSecure: boolean;
  /** Requests as they came out of TLS; none where it is not secure. */
  readonly requests: readonly FrontRequest[];
  /** Every connection breaks, no new one is made, and the browser knows that it is offline. */
  cut(page: Page): Promise<void>;
  /** Connections are carried again, and the browser knows that it is online. */
  mend(page: Page): Promise<void>;
  /** Every connection breaks, no new one is made, and the browser does not know why. */
  lose(): void;
}

/** Lays a way of its own to the server; `isSecure`: over TLS and HTTP/2, as in production. */
export async function layNetwork(server: QuadServer, { isSecure = false } = {}): Promise<Network> {
  const front = isSecure ? await laySecureFront(server.port) : null;
  const relay = await layRelay(front?.port ?? server.port);
  return {
    ...relay,
    isSecure,
    requests: front?.requests ?? [],
    origin(campus) {
      const address = server.origin(campus, relay.port);
      return isSecure ? address.replace(/^http:/, 'https:') : address;
    },
    async cut(page) {
      relay.cut();
      await page.context().setOffline(true);
    },
    lose: relay.cut,
    async mend(page) {
      relay.pass();
      await page.context().setOffline(false);
    },
    async close() {
      await relay.close();
      await front?.close();
    },
  };
}
