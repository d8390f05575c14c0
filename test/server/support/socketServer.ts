import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AdmissionOptions, createAdmission } from '#server/hub/admission.ts';
import type { Hub } from '#server/hub/hub.ts';
import { attachSocketIo, type SocketIoOptions } from '#server/hub/socketIo.ts';
import { silentLogger } from '#server/observability/logging.ts';

/** A hub on sockets, and nothing else on its port. */
export interface SocketServer {
  readonly http: Server;
  readonly port: number;
  close(): Promise<void>;
}

/** Listens with a hub's sockets; connections that the admission refuses get 403. */
export async function socketServer(
  hub: Hub,
  options: Pick<SocketIoOptions, 'authenticate'> & Partial<SocketIoOptions & AdmissionOptions>,
  port = 0,
): Promise<SocketServer> {
  const common = {
    campusOf: () => 'ou',
    addressOf: (_headers: unknown, peer: string) => peer,
    userOf: () => null,
    rateShare: null,
    logger: silentLogger,
  };
  const admission = createAdmission({ isOwnOrigin: () => true, clock: () => new Date(), ...common, ...options });
  const http = createServer({ shouldUpgradeCallback: admission.admits }, (request, response) => {
    response.writeHead(403, { 'content-type': 'text/plain' }).end(admission.refusalOf(request).code);
  });
  const closeSockets = attachSocketIo(http, hub, { ...common, ...options, admission });
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
