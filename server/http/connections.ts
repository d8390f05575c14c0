import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that one connection may have sent before the first of them is answered: browsers and proxies send one. */
export const REQUESTS_AHEAD = 8;
/**
 * Milliseconds in which nothing comes and nothing is taken, after which a connection is cut. WebSockets are watched by
 * their engine instead. Longer than anybody waits for a turn.
 */
export const CONNECTION_STALL_MS = 120_000;

/** Makes the HTTP server; it does not listen yet. Who asks without reading is cut off. */
export function createHttpServer(
  options: ServerOptions,
  answer: RequestListener,
  stallMs = CONNECTION_STALL_MS,
): Server {
  const server = createServer(options, limitRequestsAhead(answer));
  // Without a listener for it, it destroys the connection.
  server.setTimeout(stallMs);
  return server;
}

/**
 * Cuts connections that send request upon request without waiting for an answer (pipelining): one packet holds hundreds
 * of requests, all would be answered at once, and the answers lie in memory for one who does not read.
 */
function limitRequestsAhead(answer: RequestListener): RequestListener {
  const ahead = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // What came in the same packet is still read after the cut.
    if (socket.destroyed) return;
    const count = (ahead.get(socket) ?? 0) + 1;
    if (count > REQUESTS_AHEAD) {
      socket.destroy();
      return;
    }
    ahead.set(socket, count);
    response.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1));
    answer(request, response);
  };
}
