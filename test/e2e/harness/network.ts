import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import type { QuadServer } from './runningServer.ts';

/** One person's way to the server: it can be cut, as in a lift or a tunnel, while others keep theirs. */
export interface Network {
  readonly port: number;
  /** Every connection breaks, no new one is made, and the browser knows that it is offline. */
  cut(page: Page): Promise<void>;
  mend(page: Page): Promise<void>;
  close(): Promise<void>;
}

/** Lays a way of its own to the server: a TCP relay that passes bytes on unseen. */
export async function layNetwork(server: QuadServer): Promise<Network> {
  const sockets = new Set<Socket>();
  let whole = true;

  const follow = (socket: Socket, other: () => Socket) => {
    sockets.add(socket);
    socket.on('error', () => other().destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other().destroy();
    });
  };
  const relay = createServer((incoming) => {
    if (!whole) return void incoming.destroy();
    const outgoing = connect(server.port, '127.0.0.1');
    follow(incoming, () => outgoing);
    follow(outgoing, () => incoming);
    incoming.pipe(outgoing).pipe(incoming);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');

  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (relay.address() as AddressInfo).port,
    async cut(page) {
      whole = false;
      breakAll();
      await page.context().setOffline(true);
    },
    async mend(page) {
      whole = true;
      await page.context().setOffline(false);
    },
    async close() {
      whole = false;
      breakAll();
      relay.close();
      await once(relay, 'close');
    },
  };
}
