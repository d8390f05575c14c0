import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Another site, which a server finds under every name in `.example`. */
export interface ForeignSite {
  /** Configuration of a server that is to find it. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts a site on this machine. */
export async function startForeignSite(listener: RequestListener): Promise<ForeignSite> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const preload = join(import.meta.dirname, 'foreignNetwork.ts');
  return {
    variables: { NODE_OPTIONS: `--import=${preload}`, FOREIGN_SITE_PORT: String(port) },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
