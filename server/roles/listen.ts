// Not of `node:http`: to import a value of it loads Node's client of HTTP as well.
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as Listener } from 'node:net';
import type { Config } from '../config.ts';

/** Milliseconds that requests under way have to finish when the server closes. */
const DRAIN_MS = 10_000;
/**
 * Connections that may wait to be accepted (the system may allow fewer: `net.core.somaxconn`). After a restart all
 * clients return at once; a client that finds the queue full retries after one, then three, then seven seconds.
 */
const WAITING_MAX_CONNECTIONS = 4_096;
/** Milliseconds between two searches for idle keep-alive connections. */
const LOOK_FOR_IDLE_MS = 50;

/** The server cannot listen on its address; the message says what to do. */
export class ListenFailed extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ListenFailed';
  }
}

/** Starts to listen. @returns the port, also when the system chose it @throws ListenFailed */
export async function listen(server: Listener, { host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen({ port, host, backlog: WAITING_MAX_CONNECTIONS }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Makes sure that the address can be had, before something long is done that would be in vain.
 *
 * @throws ListenFailed
 */
export async function refuseTakenAddress(address: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  await listen(server, address);
  await new Promise((resolve) => server.close(resolve));
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): ListenFailed {
  const another = `Choose another one with PORT, for example PORT=${port + 1} npm start.`;
  switch (error.code) {
    case 'EADDRINUSE':
      return new ListenFailed(`Port ${port} on ${host} is in use by another program. ${another}`, { cause: error });
    case 'EACCES':
      return new ListenFailed(`Port ${port} needs rights that this user does not have. ${another}`, { cause: error });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ListenFailed(`HOST is ${host}, which is no address of this machine.`, { cause: error });
    default:
      return new ListenFailed(`The server can't listen on ${host}:${port} (${error.code ?? error.message}).`, {
        cause: error,
      });
  }
}

/**
 * Takes no new connections, ends the sockets, lets requests under way finish, and cuts the rest after `DRAIN_MS`. Each
 * answer from now on closes its connection, or a busy browser would keep the server open.
 *
 * @param closeSockets ends the long-lived connections
 */
export async function stopListening(server: Server, closeSockets: () => Promise<void>): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_FOR_IDLE_MS);
  server.prependListener('request', (_request, response) => void response.setHeader('Connection', 'close'));
  try {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await closeSockets();
    await closed;
  } finally {
    clearTimeout(cut);
    clearInterval(idle);
  }
}
