import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ports that systems give to outgoing connections: a restarted server finds its port still free. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;
/** From a port to the one below that stands for it. */
const TO_GUARD = -10_000;

/**
 * A free TCP port of the loopback address, which no other test process of this machine is given: also not between this
 * answer and the start of the server that is to listen there, nor while that server is down. For that, a listener on a
 * port of its own stands for it as long as this process lives.
 */
export async function freePort(): Promise<number> {
  // Test processes start their search at different ones.
  const start = process.pid * 7;
  for (let step = 0; step < PORTS; step += 1) {
    const port = FIRST_PORT + ((start + step * 101) % PORTS);
    const guard = await listen(port + TO_GUARD);
    if (guard === null) continue;
    const listener = await listen(port);
    if (listener === null) {
      guard.close();
      continue;
    }
    listener.close();
    await once(listener, 'close');
    guard.unref();
    return port;
  }
  throw new Error(`No port from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1} is free.`);
}

/** `null`: the port is taken. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer((connection) => connection.destroy());
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
    return server;
  } catch {
    // Taken, which is an answer.
    return null;
  }
}
