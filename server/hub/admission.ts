import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Rejection, rejection } from '#domain/kernel/rejection.ts';
import { createAddressThrottle } from '../fairness/addressThrottle.ts';
import type { Rate } from '../fairness/rate.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import type { Logger } from '../observability/logging.ts';
import { HANDSHAKES_OWN_SHARE, HANDSHAKES_PER_ADDRESS, SOCKETS_PER_ADDRESS, SOCKETS_PER_USER } from './limits.ts';
import { SocketCounts } from './socketCounts.ts';

/** Path of the sockets, as Socket.IO's clients ask for it. */
export const SOCKET_PATH = '/socket.io/';
/** Seconds after which an address or a user with too many sockets may try again. */
const FULL_RETRY_SECONDS = 30;
/** The key of a WebSocket handshake: 16 bytes in base64 (RFC 6455 §4.1). */
const WEBSOCKET_KEY = /^[+/0-9A-Za-z]{22}==$/;
const WEBSOCKET_VERSION = '13';

/** Dependencies of admission. */
export interface AdmissionOptions {
  /** Whether a page of this origin may connect to this host; a missing origin may not. */
  readonly isOwnOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  /** Network address, through the proxies that are trusted. */
  readonly addressOf: (headers: IncomingHttpHeaders, peerAddress: string) => string;
  /** The user whom the cookies prove, without a read of the vault: for counting only. */
  readonly userOf: (headers: IncomingHttpHeaders) => string | null;
  readonly clock: () => Date;
  readonly logger: Pick<Logger, 'error'>;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
  /** Signed-out sockets of one address; default: `SOCKETS_PER_ADDRESS`. */
  readonly socketsPerAddress?: number;
  /** Handshakes of one address; default: `HANDSHAKES_PER_ADDRESS`. */
  readonly handshakesPerAddress?: Rate | undefined;
}

/**
 * Admits or refuses every request for a socket before anything is allocated for it. A refusal is an HTTP answer like
 * any other, with the usual headers, so the socket engine sees admitted handshakes only.
 */
export interface Admission {
  /** Whether a request becomes a socket; for `shouldUpgradeCallback` of the HTTP server. */
  readonly admits: (request: IncomingMessage) => boolean;
  /** Why a request for a socket was refused. */
  readonly refusalOf: (request: IncomingMessage) => Rejection;
  /** Counts a socket with its user (`null`: the visitors of its address). @returns whether there is room for it */
  readonly identify: (stream: Duplex, address: string, userId: string | null) => boolean;
}

export function createAdmission(options: AdmissionOptions): Admission {
  const rate = options.handshakesPerAddress ?? HANDSHAKES_PER_ADDRESS;
  const handshakes = createAddressThrottle(
    { perAddress: rate, ownShare: HANDSHAKES_OWN_SHARE },
    { clock: options.clock, name: 'handshakes', share: options.rateShare },
  );
  const perAddress = options.socketsPerAddress ?? SOCKETS_PER_ADDRESS;
  const counts = new SocketCounts({ perAddress, perUser: SOCKETS_PER_USER });
  const refusals = new WeakMap<IncomingMessage, Rejection>();

  /** Why a request is refused; `null`: it is admitted, and counted until its connection closes. */
  function refuse(request: IncomingMessage): Rejection | null {
    const { headers, socket } = request;
    if (!isHandshake(request)) return NOT_A_HANDSHAKE;
    if (!options.isOwnOrigin(headers.origin, headers.host)) return rejection('ORIGIN_REFUSED');
    const address = options.addressOf(headers, socket.remoteAddress ?? '');
    const userId = options.userOf(headers);
    const seconds = handshakes.take(address, () => userId);
    if (seconds > 0) return rejection('RATE_LIMITED', { seconds });
    return counts.enter(socket, address, userId) ? null : rejection('RATE_LIMITED', { seconds: FULL_RETRY_SECONDS });
  }

  /** Node calls this while it parses: an error that left it would end the process. */
  function refuseSafely(request: IncomingMessage): Rejection | null {
    try {
      return refuse(request);
    } catch (error) {
      options.logger.error({ err: error, where: 'admission' }, 'A request for a socket could not be judged.');
      return rejection('FAULT');
    }
  }

  return {
    admits(request) {
      if (!request.url?.startsWith(SOCKET_PATH)) return false;
      const refusal = refuseSafely(request);
      if (refusal !== null) refusals.set(request, refusal);
      return refusal === null;
    },
    refusalOf: (request) => refusals.get(request) ?? NOT_A_HANDSHAKE,
    identify: (stream, address, userId) => counts.identify(stream, address, userId),
  };
}

const NOT_A_HANDSHAKE = rejection('REQUEST_INVALID', { field: 'handshake', problem: 'Not one of a WebSocket' });

/**
 * Whether it is the handshake of a new WebSocket. An engine's `sid` would take over an open connection without the
 * origin check; only long polling needs it.
 */
function isHandshake(request: IncomingMessage): boolean {
  const { url } = request;
  const query = new URLSearchParams(url?.slice(url.indexOf('?') + 1));
  return (
    isWebSocket(request) && query.get('EIO') === '4' && query.get('transport') === 'websocket' && !query.has('sid')
  );
}

/** Whether a request is the handshake of a WebSocket without a protocol of its own. */
export function isWebSocket(request: IncomingMessage): boolean {
  return opensWebSocket(request) && request.headers['sec-websocket-protocol'] === undefined;
}

/** Whether a request is the handshake of a WebSocket. */
export function opensWebSocket({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === WEBSOCKET_VERSION &&
    WEBSOCKET_KEY.test(headers['sec-websocket-key'] ?? '')
  );
}
