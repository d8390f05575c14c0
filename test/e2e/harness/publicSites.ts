import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';

/** The site that stands beside the campuses' own (`PUBLIC_URL`). */
export const PUBLIC_SITE = 'https://quad.example';

const TLS = join(import.meta.dirname, '../../doubles/kurrent/tls');

/** A front before a server in production: it ends TLS, under every registered name. */
export interface PublicSites {
  /** With these a browser finds it under `quad.example` and the names below. */
  readonly browserFlags: readonly string[];
  /** Everything goes to the server at this port of the machine from now on. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** Opens the sites. The certificate is of another name, as no authority gives one for `.example`; the browser does not check it. */
export async function openPublicSites(): Promise<PublicSites> {
  const sockets = new Set<TLSSocket>();
  let server: number | null = null;
  const options = { key: readFileSync(join(TLS, 'server.key')), cert: readFileSync(join(TLS, 'server.pem')) };
  const front = createServer(options, (incoming) => {
    sockets.add(incoming);
    incoming.on('close', () => sockets.delete(incoming));
    if (server === null) return void incoming.destroy();
    const outgoing = connect(server, '127.0.0.1');
    incoming.on('error', () => outgoing.destroy()).on('close', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy()).on('close', () => incoming.destroy());
    incoming.pipe(outgoing).pipe(incoming);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const here = `127.0.0.1:${(front.address() as AddressInfo).port}`;
  return {
    browserFlags: [
      `--host-resolver-rules=MAP quad.example ${here}, MAP *.quad.example ${here}`,
      '--ignore-certificate-errors',
    ],
    leadTo(port) {
      server = port;
    },
    async close() {
      front.close();
      for (const socket of sockets) socket.destroy();
      await once(front, 'close');
    },
  };
}
