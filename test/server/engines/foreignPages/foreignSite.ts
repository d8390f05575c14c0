import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Network } from '#server/ports/network.ts';

/** The address at which the foreign site stands in the network of the tests; a public one, as the filter wants it. */
export const SITE_ADDRESS = '93.184.215.14';

/** A server of this machine that stands for a site somewhere else. */
export interface ForeignSite {
  /** All names lead to the site, but those that the test has given other addresses. */
  readonly network: Network;
  readonly names: Map<string, readonly string[]>;
  /** Addresses and ports to which connections were opened. */
  readonly connections: readonly string[];
  end(): Promise<void>;
}

/**
 * Starts a site. Only the connection is diverted to it: addresses are checked as in production.
 *
 * @param answers the server of the site, or what it answers by plain HTTP
 */
export async function foreignSite(answers: RequestListener | Server): Promise<ForeignSite> {
  const server = typeof answers === 'function' ? createServer(answers) : answers;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const names = new Map<string, readonly string[]>();
  const connections: string[] = [];
  return {
    names,
    connections,
    network: {
      resolve: async (host) => names.get(host) ?? [SITE_ADDRESS],
      connect(address, wanted) {
        connections.push(`${address} ${wanted}`);
        return connect(port, '127.0.0.1');
      },
    },
    async end() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
