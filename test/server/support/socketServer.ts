import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDoor, type DoorOptions } from '#server/hub/door.ts';
import type { Hub } from '#server/hub/hub.ts';
import { attachSocketIo, type SocketIoOptions } from '#server/hub/socketIo.ts';
import { silentLogger } from '#server/observability/logging.ts';

/** A hub on sockets, and nothing else on its port. */
export interface SocketServer {
  readonly http: Server;
  readonly port: number;
  close(): Promise<void>;
}

/** Listens with a hub's sockets; what the door refuses is answered with 403. */
export async function socketServer(
  hub: Hub,
  options: Pick<SocketIoOptions, 'authenticate'> & Partial<SocketIoOptions & DoorOptions>,
  port = 0,
): Promise<SocketServer> {
  const common = {
    campusOf: () => 'ou',
    addressOf: (_headers: unknown, peer: string) => peer,
    userOf: () => null,
    logger: silentLogger,
  };
  const door = createDoor({ isOwnOrigin: () => true, clock: () => new Date(), ...common, ...options });
  const http = createServer({ shouldUpgradeCallback: door.admits }, (request, response) => {
    response.writeHead(403, { 'content-type': 'text/plain' }).end(door.refusalOf(request).code);
  });
  const closeSockets = attachSocketIo(http, hub, { ...common, ...options, door });
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  return {
    http,
    port: (http.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => http.close(resolve));
      await closeSockets();
      http.closeAllConnections();
      await closed;
    },
  };
}
