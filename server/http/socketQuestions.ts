import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse as Response, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { createAddressThrottle } from '../fairness/addressThrottle.ts';
import type { Rate } from '../fairness/rate.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import { opensWebSocket, SOCKET_PATH } from '../hub/admission.ts';
import type { Guard } from '../hub/guard.ts';
import type { Logger } from '../observability/logging.ts';
import { MadeAnswer, responseInto } from './madeAnswer.ts';
import type { OriginRule } from './origins.ts';
import { createRepeatedEffects, type Note } from './repeatedEffects.ts';
import { TAKES_NO_COOKIES, type UserOf } from './requestContext.ts';
import type { IsSigned } from './signedBodies.ts';
import { becomeEffect, type Effect, effectLines, effectOf, offersProtocols } from './socketEffects.ts';
import { takeUpload, uploadOf } from './socketUploads.ts';

/** Questions over sockets of their own, of one network address: they come when its other connections died. */
export const SOCKET_QUESTIONS_PER_ADDRESS: Rate = { perMinute: 600, burst: 300 };
/** Those of one user when those of the address are used up. */
export const SOCKET_QUESTIONS_OWN_SHARE: Rate = { perMinute: 60, burst: 60 };
/** Parts of files over sockets, of one network address and of one user: a film has two hundred. They starve no question. */
export const SOCKET_UPLOADS_PER_ADDRESS: Rate = { perMinute: 6_000, burst: 2_000 };
export const SOCKET_UPLOADS_OWN_SHARE: Rate = { perMinute: 240, burst: 240 };
/** Milliseconds that such a socket lives at most, from its question to the last byte that its client takes. */
export const SOCKET_QUESTION_MS = 30_000;
/** Milliseconds that a client has to close its end of an answered socket. */
const GOODBYE_MS = 1_000;
/** Bytes that a client may send behind its question: no more than its goodbye. */
const REST_MAX_BYTES = 1_024;

/** Milliseconds that effects under way have to end when the server closes, as those over HTTP have. */
const DRAIN_MS = 10_000;

/** Addresses that may be asked so: the API, and no page or file. */
const ASKED = '/api/';

/** RFC 6455 §1.3: it proves that the other end speaks WebSocket. */
const HANDSHAKE_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** RFC 6455 §5.2: the whole of a text, and a goodbye (§5.5.1) without and with trouble of ours. */
const TEXT = 0x81;
const [SHORT_MAX_BYTES, IS_16_BITS, IS_64_BITS] = [125, 126, 127];
const SHORT_16_MAX_BYTES = 0xffff;
const GOODBYE = Buffer.from([0x88, 2, 0x03, 0xe8]);
const GOODBYE_WITHOUT_ANSWER = Buffer.from([0x88, 2, 0x03, 0xf3]);

/** Parts of the questions over sockets. */
export interface SocketQuestionParts {
  /** Whether a page of this origin may ask: the same-origin policy does not cover sockets. */
  readonly originRule: OriginRule;
  readonly isSigned: IsSigned;
  readonly addressOf: (headers: IncomingMessage['headers'], peerAddress: string) => string;
  readonly userOf: UserOf;
  readonly clock: () => Date;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
  readonly logger: Logger;
  readonly guard: Guard;
}

/** Questions over sockets of their own. */
export interface SocketQuestions {
  /** Whether a request becomes such a socket; any other one is answered as ever. */
  readonly admits: (request: IncomingMessage) => boolean;
  /** Answers them by the listener of all requests. @returns a function that ends those that are open, and admits no more */
  attach(server: Server, answer: RequestListener): () => void;
}

/**
 * Answers a question (`GET /api/…`) over a WebSocket as well, as over HTTP: by the same handlers, limits and rights. A browser
 * sends all its requests over one connection of HTTP/2, and keeps it for a while when it has died; a WebSocket is always a
 * connection of its own. Each is for one question: the handshake has its address and cookies, the one message is its status
 * and its JSON. Nothing that the client sends is read.
 *
 * A small request that changes something stands in the handshake as well (`socketEffects.ts`): a log-in, say. Its handshake is
 * answered last, with the cookies that the answer sets. A part of a file comes in messages (`socketUploads.ts`).
 */
export function createSocketQuestions(parts: SocketQuestionParts): SocketQuestions {
  const { originRule, isSigned, addressOf, userOf, clock, rateShare: share, guard } = parts;
  const throttle = createAddressThrottle(
    { perAddress: SOCKET_QUESTIONS_PER_ADDRESS, ownShare: SOCKET_QUESTIONS_OWN_SHARE },
    { clock, name: 'socket-questions', share },
  );
  const ofUploads = createAddressThrottle(
    { perAddress: SOCKET_UPLOADS_PER_ADDRESS, ownShare: SOCKET_UPLOADS_OWN_SHARE },
    { clock, name: 'socket-uploads', share },
  );
  const repeated = createRepeatedEffects();
  let isEnding = false;

  function isAdmitted(request: IncomingMessage): boolean {
    const { headers, socket, url } = request;
    if (url?.startsWith(ASKED) !== true || !opensWebSocket(request) || hasBody(request)) return false;
    // One of the two, and not both: each has its own limits.
    if (offersProtocols(request) && (effectOf(request, isSigned) === null) === (uploadOf(request) === null))
      return false;
    if (!originRule(headers.origin, headers.host)) return false;
    const rate = uploadOf(request) === null ? throttle : ofUploads;
    return rate.take(addressOf(headers, socket.remoteAddress ?? ''), () => userOf(headers)) === 0;
  }

  return {
    admits(request) {
      // Node calls this while it parses: an error that left it would end the process.
      try {
        return !isEnding && isAdmitted(request);
      } catch (error) {
        parts.logger.error({ err: error, where: 'question' }, 'A question over a socket could not be judged.');
        return false;
      }
    },
    attach(server, answer) {
      const open = new Set<Duplex>();
      const effects = new Set<Duplex>();
      const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
        if (request.url?.startsWith(SOCKET_PATH) === true) return;
        // A question can be asked again; what changes something is answered to its end, as over HTTP.
        const effect = effectOf(request, isSigned);
        const kind = effect === null ? open : effects;
        kind.add(stream);
        stream.once('close', () => kind.delete(stream));
        if (uploadOf(request) !== null) return takeUpload(stream, head, request, answer);
        if (effect === null) return answerOver(stream, head.byteLength, request, answer);
        const look = repeated.look(request, addressOf(request.headers, request.socket.remoteAddress ?? ''));
        if ('before' in look) return giveAgain(stream, head.byteLength, look.before);
        answerOver(stream, head.byteLength, request, answer, { ...look, effect });
      };
      server.on(
        'upgrade',
        guard('question', upgrade, (_request, stream) => void stream.destroy()),
      );
      return () => {
        isEnding = true;
        for (const stream of open) stream.destroy();
        setTimeout(() => {
          for (const stream of effects) stream.destroy();
        }, DRAIN_MS).unref();
      };
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Gives the repeat of a handshake the answer of the first. */
async function giveAgain(stream: Duplex, sentAlready: number, before: Promise<Buffer | null>): Promise<void> {
  const life = setTimeout(() => stream.destroy(), SOCKET_QUESTION_MS);
  stream.once('close', () => clearTimeout(life));
  stream.on('error', () => stream.destroy());
  endLongTalk(stream, sentAlready);
  const answer = await before;
  if (answer === null) stream.destroy();
  else stream.end(answer, () => setTimeout(() => stream.destroy(), GOODBYE_MS).unref());
}

/** Ends a socket whose client says more than its goodbye. */
function endLongTalk(stream: Duplex, sentAlready: number): void {
  let rest = sentAlready;
  stream.on('data', (bytes: Buffer) => {
    rest += bytes.byteLength;
    if (rest > REST_MAX_BYTES) stream.destroy();
  });
}

function answerOver(
  stream: Duplex,
  sentAlready: number,
  request: IncomingMessage,
  answer: RequestListener,
  { effect, note }: { readonly effect: Effect | null; readonly note: Note } = { effect: null, note: () => undefined },
): void {
  const life = setTimeout(() => stream.destroy(), SOCKET_QUESTION_MS);
  stream.once('close', () => clearTimeout(life));
  // Its close follows, and ends the answer.
  stream.on('error', () => stream.destroy());
  endLongTalk(stream, sentAlready);
  stream.on('end', () => stream.end());
  if (effect === null) stream.write(handshakeOf(request));
  else becomeEffect(request, effect);
  // Packed parts are for answers over HTTP.
  delete request.headers['accept-encoding'];
  const made = new MadeAnswer();
  const response = responseInto(made, request, effect === null ? { [TAKES_NO_COOKIES]: true } : {});
  // An effect is answered to its end: its repeat may ask for it.
  if (effect === null) stream.once('close', () => made.destroy());
  made.once('close', () => {
    if (!response.writableFinished) note(null);
    if (!response.writableFinished && effect === null) stream.end(GOODBYE_WITHOUT_ANSWER);
    else if (!response.writableFinished) stream.destroy();
    setTimeout(() => stream.destroy(), GOODBYE_MS).unref();
  });
  // Until its client has taken it, it counts as one that waits (`unreadAnswers.ts`).
  response.once('finish', () => {
    const begin = effect === null ? '' : handshakeOf(request, effectLines(response.getHeader('set-cookie')));
    const whole = Buffer.concat([Buffer.from(begin), messageOf(response, made)]);
    note(whole);
    stream.end(whole, () => made.destroy());
  });
  answer(request, response);
}

function handshakeOf({ headers }: IncomingMessage, lines: readonly string[] = []): string {
  const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${HANDSHAKE_GUID}`).digest('base64');
  return [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    ...lines,
    '\r\n',
  ].join('\r\n');
}

/** The message and the goodbye: the status and the JSON of an answer; of any other one only the goodbye. */
function messageOf(response: Response, made: MadeAnswer): Buffer {
  const body = made.body();
  const isJson = /^application\/json\b/.test(String(response.getHeader('content-type') ?? ''));
  if (!isJson && body.byteLength > 0) return GOODBYE_WITHOUT_ANSWER;
  return Buffer.concat([textFrame(Buffer.concat([Buffer.from(`${response.statusCode} `), body])), GOODBYE]);
}

function textFrame(text: Buffer): Buffer {
  const size = text.byteLength;
  const long = Buffer.alloc(size <= SHORT_MAX_BYTES ? 0 : size <= SHORT_16_MAX_BYTES ? 2 : 8);
  if (long.byteLength === 2) long.writeUInt16BE(size);
  if (long.byteLength === 8) long.writeBigUInt64BE(BigInt(size));
  const length = long.byteLength === 0 ? size : long.byteLength === 2 ? IS_16_BITS : IS_64_BITS;
  return Buffer.concat([Buffer.from([TEXT, length]), long, text]);
}
