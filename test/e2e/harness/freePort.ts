import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: a restarted server finds its port still free. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** A free TCP port of the loopback address. Test processes start their search at different ones. */
export async function freePort(): Promise<number> {
  const start = process.pid * 7;
  for (let step = 0; step < PORTS; step += 1) {
    const port = FIRST_PORT + ((start + step * 101) % PORTS);
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
  throw new Error(`No port from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1} is free.`);
}

const given = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    // Taken, which is an answer.
    return false;
  } finally {
    server.close();
  }
}
