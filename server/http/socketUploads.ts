import type { IncomingMessage, RequestListener, ServerResponse as Response } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import {
  UPLOAD_MARK,
  UPLOAD_MESSAGE_BYTES,
  UPLOAD_PROTOCOL,
  UPLOAD_REQUEST_MAX_BYTES,
} from '#domain/kernel/uploadOverSocket.ts';
import { MadeAnswer, responseInto } from './madeAnswer.ts';
import { TAKES_NO_COOKIES } from './requestContext.ts';

/** Not imported: an import loads Node's client of HTTP too, 3 MB that no server needs. */
const { IncomingMessage: Incoming } = process.getBuiltinModule('node:http');

/** Milliseconds that such a socket lives at most. What it brought of a file in pieces stays. */
const SOCKET_UPLOAD_MS = 10 * 60_000;
/** Milliseconds that a client has to close its end of an answered socket: it may have bytes on the way. */
const UPLOAD_GOODBYE_MS = 10_000;
/** Milliseconds without a message after which a client that owes some is gone, as readers of files count it over HTTP. */
const STALL_MS = 30_000;
/** Pings and pongs of one socket: browsers send none by themselves. */
const IDLE_FRAMES_MAX = 20;
/** Frames of one message at most: browsers cut a message where their connection is full. */
const MESSAGE_MAX_FRAMES = 64;
/** Close code of an answered socket (RFC 6455 §7.4.1). */
const NORMAL = 1000;

/** Addresses that take files. */
const UPLOADS = '/api/uploads/';
/** Characters of the request in a handshake. */
const UPLOAD_MAX_CHARACTERS = 1_000;

const OFFERED = 'sec-websocket-protocol';
/** Headers that are of the connection, and not of the request that it brings. */
const OF_THE_CONNECTION = [
  OFFERED,
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-extensions',
  'upgrade',
  'connection',
  // Packed answers are for those over HTTP.
  'accept-encoding',
];
/** Headers of the body, which the request in the handshake names itself. */
const OF_THE_BODY = /^(?:content-|upload-|tus-)/;
/** Headers of an answer that tell its client where an upload stands. */
const ANSWERED = ['location', 'upload-offset', 'upload-length', 'tus-resumable'];

const count = z.string().check(z.regex(/^\d{1,15}$/));
const uploadSchema = z.strictObject({
  method: z.enum(['POST', 'HEAD', 'PATCH', 'PUT', 'DELETE']),
  headers: z.strictObject({
    'tus-resumable': z.optional(z.string().check(z.regex(/^\d\.\d\.\d$/))),
    'upload-length': z.optional(count),
    'upload-offset': z.optional(count),
    'content-type': z.optional(z.literal('application/offset+octet-stream')),
  }),
  bytes: z.int().check(z.minimum(0), z.maximum(UPLOAD_REQUEST_MAX_BYTES)),
});

/** A request with a part of a file, as the handshake of a WebSocket holds it. */
export type SocketUpload = z.output<typeof uploadSchema>;

/** The request with a part of a file in the handshake of a WebSocket; `null`: there is none that may come this way. */
export function uploadOf({ headers, url }: IncomingMessage): SocketUpload | null {
  const offered = (headers[OFFERED] ?? '').split(/, */);
  const [request = ''] = offered.filter((each) => each.startsWith(UPLOAD_MARK));
  if (!offered.includes(UPLOAD_PROTOCOL) || request.length > UPLOAD_MAX_CHARACTERS) return null;
  if (url?.startsWith(UPLOADS) !== true) return null;
  try {
    const read = uploadSchema.safeParse(JSON.parse(decodeURIComponent(request.slice(UPLOAD_MARK.length))));
    return read.success && mayHaveBytes(read.data) ? read.data : null;
  } catch {
    // No JSON, or not even text.
    return null;
  }
}

function mayHaveBytes({ method, bytes }: SocketUpload): boolean {
  return bytes === 0 || method === 'PATCH' || method === 'PUT';
}

let acceptor: Promise<WebSocketServer> | null = null;

/** Loaded with the first of them: most processes never have one. */
function accept(): Promise<WebSocketServer> {
  acceptor ??= import('ws').then(
    (ws) =>
      new ws.WebSocketServer({
        noServer: true,
        clientTracking: false,
        // No browser sends pings; a flood of them would have an answer to each.
        autoPong: false,
        maxPayload: UPLOAD_MESSAGE_BYTES,
        maxFragments: MESSAGE_MAX_FRAMES,
        handleProtocols: () => UPLOAD_PROTOCOL,
      }),
  );
  return acceptor;
}

/**
 * Answers a request with a part of a file that comes over a socket: by the handlers of HTTP, with their limits and rights. It
 * sets no cookies, since its handshake is answered before it. A message of another size than agreed ends the socket.
 */
export async function takeUpload(
  stream: Duplex,
  head: Buffer,
  handshake: IncomingMessage,
  answer: RequestListener,
): Promise<void> {
  // Its close follows.
  stream.on('error', () => stream.destroy());
  const upload = uploadOf(handshake);
  if (upload === null) throw new Error('The handshake was admitted without an upload.');
  const server = await accept();
  server.handleUpgrade(handshake, stream as Socket, head, (socket) => {
    const request = requestOf(upload, handshake, stream, socket);
    receive(socket, request, upload.bytes);
    answer(request, respond(socket, request));
  });
}

/** Its body is read from the messages, where Node would read the connection. */
class SocketRequest extends Incoming {
  readonly #messages: WebSocket;

  constructor(stream: Duplex, messages: WebSocket) {
    super(stream as Socket);
    this.#messages = messages;
  }

  override _read(): void {
    this.#messages.resume();
  }
}

/** The request that a handshake holds; its body comes with the messages. */
function requestOf(
  { method, headers, bytes }: SocketUpload,
  handshake: IncomingMessage,
  stream: Duplex,
  socket: WebSocket,
): IncomingMessage {
  const request = new SocketRequest(stream, socket);
  const kept = Object.entries(handshake.headers).filter(
    ([name]) => !OF_THE_CONNECTION.includes(name) && !OF_THE_BODY.test(name),
  );
  Object.assign(request, {
    method,
    url: handshake.url,
    httpVersion: handshake.httpVersion,
    httpVersionMajor: handshake.httpVersionMajor,
    httpVersionMinor: handshake.httpVersionMinor,
    headers: { ...Object.fromEntries(kept), ...headers, ...(bytes > 0 && { 'content-length': String(bytes) }) },
  });
  return request;
}

/** Gives a request the bytes that the messages of a socket bring, and says of each that it is there. */
function receive(socket: WebSocket, request: IncomingMessage, bytes: number): void {
  let arrived = 0;
  let idle = 0;
  const takeIdle = () => {
    idle += 1;
    if (idle > IDLE_FRAMES_MAX) socket.terminate();
  };
  socket.on('ping', takeIdle);
  socket.on('pong', takeIdle);
  // One that is paused waits for this server.
  const endStalled = () => (socket.isPaused ? stall.refresh() : socket.terminate());
  const stall = setTimeout(endStalled, STALL_MS);
  const end = () => {
    clearTimeout(stall);
    request.complete = true;
    request.push(null);
  };
  socket.on('message', (message: Buffer, isBinary) => {
    const wanted = Math.min(UPLOAD_MESSAGE_BYTES, bytes - arrived);
    if (!isBinary || wanted === 0 || message.byteLength !== wanted) return socket.terminate();
    arrived += wanted;
    stall.refresh();
    socket.send(String(arrived));
    if (request.destroyed) return;
    const hasRoom = request.push(message);
    // Nobody reads on behind the last one: the goodbye has to be heard.
    if (arrived === bytes) end();
    else if (!hasRoom) socket.pause();
  });
  // It closes by itself.
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearTimeout(stall);
    if (!request.complete) request.destroy(Object.assign(new Error('The socket closed.'), { code: 'ECONNRESET' }));
  });
  if (bytes === 0) end();
}

function respond(socket: WebSocket, request: IncomingMessage): Response {
  const life = setTimeout(() => socket.terminate(), SOCKET_UPLOAD_MS);
  const made = new MadeAnswer();
  const response = responseInto(made, request, { [TAKES_NO_COOKIES]: true });
  socket.once('close', () => {
    clearTimeout(life);
    made.destroy();
  });
  made.once('close', () => {
    if (!response.writableFinished) socket.terminate();
    setTimeout(() => socket.terminate(), UPLOAD_GOODBYE_MS).unref();
  });
  // Until its client has taken it, it counts as one that waits (`unreadAnswers.ts`).
  response.once('finish', () => {
    // The rest of what was refused is thrown away, and its goodbye heard.
    request.resume();
    socket.resume();
    socket.send(messageOf(response, made), () => made.destroy());
    socket.close(NORMAL);
  });
  return response;
}

/** The status, the headers and the text of an answer. */
function messageOf(response: Response, made: MadeAnswer): string {
  const headers = ANSWERED.flatMap((name) => {
    const value = response.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  const said = { headers: Object.fromEntries(headers), body: made.body().toString('utf8') };
  return `${response.statusCode} ${JSON.stringify(said)}`;
}
