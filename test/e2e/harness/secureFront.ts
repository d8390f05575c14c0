import { once } from 'node:events';
import { request as ask, type OutgoingHttpHeaders } from 'node:http';
import { createServer as createHttp2, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { makeCertificate } from './certificate.ts';

/** Lines that are of one connection of HTTP/1.1, and not of an answer. */
const OF_A_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection'];
const BAD_GATEWAY = 502;

/** A request as a browser has sent it. */
export interface FrontRequest {
  readonly protocol: 'h2' | 'http/1.1';
  /** `GET /home` */
  readonly line: string;
}

/** A proxy as before a server in production: TLS, HTTP/2 for requests, HTTP/1.1 for WebSockets. */
export interface SecureFront {
  readonly port: number;
  readonly requests: readonly FrontRequest[];
  close(): Promise<void>;
}

/** Lays one before the server at a port of this machine. */
export async function laySecureFront(serverPort: number): Promise<SecureFront> {
  const requests: FrontRequest[] = [];
  const sockets = new Set<TLSSocket>();
  const http2 = createHttp2((request, response) => {
    requests.push({ protocol: 'h2', line: `${request.method} ${request.url}` });
    passOn(serverPort, request, response);
  });
  const front = createServer({ ...makeCertificate('localhost'), ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (socket.alpnProtocol === 'h2') http2.emit('connection', socket);
    else pipe(serverPort, socket, requests);
  });
  front.on('tlsClientError', (_error, socket) => socket.destroy());
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return {
    port: (front.address() as AddressInfo).port,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      front.close();
      await once(front, 'close');
    },
  };
}

/** The server behind knows nothing of TLS: for it the page is one of HTTP. */
const plainOrigin = (origin: string) => origin.replace(/^https:/, 'http:');

function passOn(port: number, request: Http2ServerRequest, response: Http2ServerResponse): void {
  const headers: OutgoingHttpHeaders = { host: request.authority };
  for (const [name, value] of Object.entries(request.headers)) if (!name.startsWith(':')) headers[name] = value;
  if (request.headers.origin !== undefined) headers.origin = plainOrigin(request.headers.origin);
  // Browsers send the cookies of HTTP/2 in several lines.
  if (Array.isArray(headers.cookie)) headers.cookie = headers.cookie.join('; ');
  const options = { host: '127.0.0.1', port, method: request.method, path: request.url, headers, agent: false };
  const passed = ask(options, (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !OF_A_CONNECTION.includes(name));
    response.writeHead(answer.statusCode ?? BAD_GATEWAY, Object.fromEntries(kept));
    answer.pipe(response);
  });
  passed.on('error', () => response.stream?.destroy());
  response.on('close', () => passed.destroy());
  request.pipe(passed);
}

function pipe(port: number, socket: TLSSocket, requests: FrontRequest[]): void {
  const server = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.once('data', (head: Buffer) => {
    const text = head.toString('latin1');
    const [, line = ''] = /^([A-Z]+ \S*) HTTP\/1\.1\r\n/.exec(text) ?? [];
    requests.push({ protocol: 'http/1.1', line });
    server.write(Buffer.from(text.replace(/\r\nOrigin: https:/i, '\r\nOrigin: http:'), 'latin1'));
    socket.pipe(server);
  });
  server.pipe(socket);
  server.on('error', () => socket.destroy());
  server.on('close', () => socket.destroy());
  socket.on('close', () => server.destroy());
}
