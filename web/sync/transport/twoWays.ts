import { backOff } from './backOff.ts';
import type { Clock } from './clock.ts';
import { SOCKET_PATIENCE_MS, SOCKET_RETRY_FIRST_MS, SOCKET_RETRY_MAX_MS, SOCKET_TRY_MS } from './limits.ts';
import type { Transport, TransportListener, Way } from './transport.ts';

/** The two ways to the hub, and time. */
export interface TwoWaysParts {
  readonly socket: Transport;
  readonly asking: Transport;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

/**
 * The hub over a WebSocket; and over HTTP for as long as none opens, though the site answers: proxies refuse WebSockets, or
 * swallow them. One way at a time hands packets on. The WebSocket is tried again and again, and takes over when it opens.
 */
export class TwoWays implements Transport {
  readonly #parts: TwoWaysParts;
  #listener: TransportListener | null = null;
  /** The way that is open. */
  #open: Way | null = null;
  /** Whether the other way was begun, because no WebSocket had opened in time. */
  #isAsking = false;
  /** When the page began to wait for a WebSocket; `null`: it does not. A log-in meanwhile does not begin that anew. */
  #waitsSince: number | null = null;
  /** WebSockets that were tried beside an open way over HTTP. */
  #tries = 0;
  #cancel: () => void = () => undefined;

  constructor(parts: TwoWaysParts) {
    this.#parts = parts;
  }

  start(listener: TransportListener): void {
    this.#listener = listener;
    const { socket, asking } = this.#parts;
    socket.start(this.#listenTo('socket'));
    asking.start(this.#listenTo('asking'));
  }

  request(...question: Parameters<Transport['request']>): Promise<unknown> {
    if (this.#open === null) return Promise.reject(new Error('There is no connection.'));
    return this.#parts[this.#open].request(...question);
  }

  signal(payload: unknown): void {
    if (this.#open !== null) this.#parts[this.#open].signal?.(payload);
  }

  reconnect(afterMilliseconds = 0): void {
    const { socket, asking } = this.#parts;
    // A network that is new, or another session: a WebSocket may come through now.
    this.#tries = 0;
    socket.reconnect(afterMilliseconds);
    if (this.#isAsking) asking.reconnect(afterMilliseconds);
    else this.#beginToWait(afterMilliseconds);
  }

  stop(): void {
    this.#cancel();
    this.#parts.socket.stop();
    this.#parts.asking.stop();
    this.#open = null;
    this.#isAsking = false;
    this.#waitsSince = null;
  }

  #listenTo(way: Way): TransportListener {
    const listener = this.#listener as TransportListener;
    return {
      ...(listener.user !== undefined && { user: () => listener.user?.() ?? null }),
      closed: () => this.#closed(way),
      received: (event, payload) => {
        if (event === 'eras' && this.#open !== way) this.#opened(way);
        if (this.#open === way) listener.received(event, payload);
      },
      answered: (topic, answer) => {
        if (this.#open === way) listener.answered?.(topic, answer);
      },
      outdated: () => listener.outdated?.(),
    };
  }

  /** A way opens. The socket's takes the other one's place; while that of the socket is open, the other one is at rest. */
  #opened(way: Way): void {
    const before = this.#open;
    this.#waitsSince = null;
    this.#cancel();
    if (way === 'socket') {
      this.#parts.asking.stop();
      this.#isAsking = false;
      this.#tries = 0;
    } else {
      this.#restAfterTry();
    }
    if (before !== null) this.#listener?.closed();
    this.#open = way;
    this.#listener?.way?.(way);
  }

  #closed(way: Way): void {
    if (this.#open !== way) return;
    this.#open = null;
    this.#listener?.closed();
    if (way === 'socket') {
      this.#beginToWait(0);
      return;
    }
    // Nothing of the site answers: whichever way comes first will do.
    this.#cancel();
    this.#parts.socket.reconnect();
  }

  #beginToWait(afterMilliseconds: number): void {
    const now = this.#parts.clock.now();
    this.#waitsSince ??= now + afterMilliseconds;
    this.#wait(Math.max(0, this.#waitsSince + SOCKET_PATIENCE_MS - now), () => this.#ask());
  }

  #ask(): void {
    this.#waitsSince = null;
    this.#isAsking = true;
    this.#parts.asking.reconnect();
  }

  #tryLater(): void {
    this.#tries += 1;
    const { socket, random } = this.#parts;
    this.#wait(backOff(this.#tries, SOCKET_RETRY_FIRST_MS, SOCKET_RETRY_MAX_MS, random()), () => {
      socket.reconnect();
      this.#restAfterTry();
    });
  }

  #restAfterTry(): void {
    this.#wait(SOCKET_TRY_MS, () => {
      this.#parts.socket.stop();
      this.#tryLater();
    });
  }

  #wait(milliseconds: number, then: () => void): void {
    this.#cancel();
    this.#cancel = this.#parts.clock.after(milliseconds, then);
  }
}
