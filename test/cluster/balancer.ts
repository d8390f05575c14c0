import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** First line of the requests that belong to a hub: the sockets of pages. */
const FOR_HUB = /^[A-Z]+ \/socket\.io[/?]/;
/** Bytes within which the first line of a request must end. */
const FIRST_LINE_MAX_BYTES = 8_192;
const LINE_END = '\r\n';

/** A load balancer before the processes of a cluster, as `docker-compose.yml` has one: no stickiness, no knowledge. */
export interface Balancer {
  readonly port: number;
  close(): Promise<void>;
}

/** Ports of processes that take requests. */
export interface Backends {
  readonly api: readonly number[];
  readonly hub: readonly number[];
}

/**
 * Starts a balancer on a port of the loopback address (0: a free one). A connection goes to the next process in turn that takes it: to a hub if
 * its first request is for a socket, else to an API process. From then on bytes pass unseen.
 */
export async function startBalancer(port: number, backends: Backends): Promise<Balancer> {
  const open = new Set<Socket>();
  const turns = { api: 0, hub: 0 };

  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  };

  /** Tries each process once, beginning with the one whose turn it is. */
  async function reach(role: keyof Backends): Promise<Socket | null> {
    const ports = backends[role];
    // Others take their turn while this one tries.
    const turn = turns[role];
    turns[role] += 1;
    for (let tries = 0; tries < ports.length; tries += 1) {
      const backend = connect(ports[(turn + tries) % ports.length] ?? 0, '127.0.0.1');
      try {
        await once(backend, 'connect');
        return backend;
      } catch {
        // This process is down; the next one may be up.
        backend.destroy();
      }
    }
    return null;
  }

  async function pass(incoming: Socket, first: Buffer): Promise<void> {
    incoming.pause();
    const backend = await reach(FOR_HUB.test(first.toString('latin1')) ? 'hub' : 'api');
    if (backend === null || incoming.destroyed) {
      incoming.destroy();
      backend?.destroy();
      return;
    }
    keep(backend);
    backend.on('close', () => incoming.destroy());
    incoming.on('close', () => backend.destroy());
    backend.write(first);
    incoming.pipe(backend).pipe(incoming);
  }

  const server = createServer((incoming) => {
    keep(incoming);
    let first = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      first = Buffer.concat([first, chunk]);
      if (!first.includes(LINE_END) && first.length < FIRST_LINE_MAX_BYTES) return;
      incoming.off('data', onData);
      void pass(incoming, first);
    };
    incoming.on('data', onData);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
