import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Answer to a request with several `Host` lines (RFC 9112 §3.2): a proxy and we might each read another one. */
const BAD_REQUEST = 400;

/** Not imported: an import loads Node's client of HTTP too, 3 MB that no server needs. */
const { createServer } = process.getBuiltinModule('node:http');

/** Requests that one connection may have sent before the first of them is answered: browsers and proxies send one. */
export const REQUESTS_AHEAD = 8;
/**
 * Milliseconds without traffic after which a connection is cut; longer than any queue makes a request wait. WebSockets
 * have the pings of their engine instead.
 */
export const CONNECTION_STALL_MS = 120_000;

/** Makes the HTTP server; it does not listen yet. It cuts clients that send requests without reading answers. */
export function createHttpServer(
  options: ServerOptions,
  answer: RequestListener,
  stallMs = CONNECTION_STALL_MS,
): Server {
  const ahead = new WeakMap<Socket, number>();
  const { shouldUpgradeCallback: mayUpgrade } = options;
  // The answer to an upgrade does not wait for its turn: the answers before it would come after it, as bytes of the WebSocket.
  const inTurn =
    mayUpgrade &&
    ((request: IncomingMessage) => !ahead.get(request.socket) && !hasTwoHosts(request) && mayUpgrade(request));
  const server = createServer(
    { ...options, ...(inTurn && { shouldUpgradeCallback: inTurn }) },
    limitRequestsAhead(ahead, answer),
  );
  // Without a listener, the time-out destroys the connection.
  server.setTimeout(stallMs);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    continueInTurn(response);
    server.emit('request', request, response);
  });
  // Any other expectation is ignored (RFC 9110 §10.1.1): Node's own refusal of it is no request, and counts for no limit.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  return server;
}

/**
 * Invites the body of a request that asks for it (`Expect: 100-continue`, RFC 9110 §10.1.1) once the answers before
 * are out. Node's own `100 Continue` does not wait for its turn on the connection: of an answer that does, Node puts
 * the head before it and the body behind it, so that the client takes it for the begin of the body.
 */
function continueInTurn(response: ServerResponse): void {
  const invite = () => {
    // An answer that is there by then needs no body; Node closes the connection behind it.
    if (!response.headersSent) response.writeContinue();
  };
  if (response.socket !== null) invite();
  else response.once('socket', invite);
}

/**
 * Cuts connections that send many requests without waiting for an answer (pipelining). One packet holds hundreds of
 * requests, and their answers would stay in memory for a client that does not read.
 *
 * @param ahead gets the requests of each connection that are not answered yet
 */
function limitRequestsAhead(ahead: WeakMap<Socket, number>, answer: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    // The rest of the packet is still parsed after the cut.
    if (socket.destroyed) return;
    const count = (ahead.get(socket) ?? 0) + 1;
    if (count > REQUESTS_AHEAD) {
      socket.destroy();
      return;
    }
    ahead.set(socket, count);
    response.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1));
    if (hasTwoHosts(request)) response.writeHead(BAD_REQUEST, { Connection: 'close' }).end();
    else answer(request, response);
  };
}

/** Whether a request names its host more than once; Node keeps the first line and drops the others. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}
