import type { CLIENT_EVENTS, HUB_EVENTS } from '#projections/sync/protocol.ts';

export type ClientEvent = (typeof CLIENT_EVENTS)[number];
export type HubEvent = (typeof HUB_EVENTS)[number];

/** What a transport reports to its owner. One connection's packets come in the order in which the hub sent them. */
export interface TransportListener {
  /** Whom the page takes itself for, `null`: a visitor. Left out by programs that are whoever their cookies say. */
  user?(): string | null;
  /** The connection is gone; the transport opens the next one by itself. Requests that wait are rejected. */
  closed(): void;
  received(event: HubEvent, payload: unknown): void;
  /** The hub is of another release than this page, and refuses its connections. Left out by programs. */
  outdated?(): void;
}

/** A connection to the hub that comes back for ever. */
export interface Transport {
  /** Says who listens; the connection waits for `reconnect`. */
  start(listener: TransportListener): void;
  /**
   * The hub's answer. Rejects when the connection ends or nothing has come for so long: the outcome is unknown then.
   */
  request(event: ClientEvent, payload: unknown, timeoutMilliseconds: number): Promise<unknown>;
  /**
   * Ends the connection there is, and opens one for the session as it is then.
   *
   * @param afterMilliseconds how long there is to be none; 0 when left out
   */
  reconnect(afterMilliseconds?: number): void;
  stop(): void;
}
