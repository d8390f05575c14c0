import type { CLIENT_EVENTS, HUB_EVENTS, TopicAnswer } from '#projections/sync/protocol.ts';

/** Questions and commands of a client; a signal has no answer. */
export type ClientEvent = Exclude<(typeof CLIENT_EVENTS)[number], 'signal'>;
export type HubEvent = (typeof HUB_EVENTS)[number];

/** `socket`: packets come as soon as the hub sends them · `asking`: the page asks for them over HTTP. */
export type Way = 'socket' | 'asking';

/**
 * Events that a transport reports to its owner. Packets of one connection come in the order in which the hub sent them.
 */
export interface TransportListener {
  /**
   * The user that the page shows as signed in, `null`: a visitor. Left out by programs, which are identified by cookies
   * alone.
   */
  user?(): string | null;
  /** The connection is lost; the transport opens the next one by itself. Waiting requests are rejected. */
  closed(): void;
  received(event: HubEvent, payload: unknown): void;
  /** A topic that is joined was read again from its cursor, unasked. Only where there is no WebSocket. */
  answered?(topic: string, answer: TopicAnswer): void;
  /** The connection that opens next is of this kind. */
  way?(way: Way): void;
  /** The hub runs another release than this page, and refuses its connections. Left out by programs. */
  outdated?(): void;
}

/** A connection to the hub that reconnects for ever. */
export interface Transport {
  /** Sets the listener; the connection waits for `reconnect`. */
  start(listener: TransportListener): void;
  /** The hub's answer. Rejects when the connection ends or is silent for that long: the outcome is then unknown. */
  request(event: ClientEvent, payload: unknown, timeoutMilliseconds: number): Promise<unknown>;
  /** Sends a signal if there is a connection that takes it at once; left out: this way carries none. */
  signal?(payload: unknown): void;
  /**
   * Ends the present connection, and opens one for the session of that time.
   *
   * @param afterMilliseconds pause between the two; 0 when left out
   */
  reconnect(afterMilliseconds?: number): void;
  stop(): void;
}
