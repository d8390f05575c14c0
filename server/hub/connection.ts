import type { Reader } from '#domain/kernel/access.ts';
import type { Topic } from '#projections/kernel/topic.ts';
import type { HUB_EVENTS } from '#projections/sync/protocol.ts';
import { type Allowance, openAllowance } from './allowance.ts';
import { MARKS_AWAITED, MESSAGES_PER_MINUTE, SIGNALS_PER_MINUTE } from './limits.ts';

export type HubEvent = (typeof HUB_EVENTS)[number];

/** Why the hub ended a connection. */
export type EndReason = 'session-ended' | 'slow' | 'flood' | 'hub-lost-track' | 'closing';

/** Sends packets to many connections at once, each packet encoded once. */
export interface Broadcaster {
  send(connectionIds: readonly string[], event: HubEvent, payload: unknown): void;
}

/** One connection's side of the transport. */
export interface Transport {
  readonly broadcaster: Broadcaster;
  /** Sent, and not yet taken by the client. */
  backlog(): { readonly bytes: number; readonly packets: number };
  /** Resolves when at most so many bytes wait, or the connection has ended; never rejects. */
  taken(bytes: number): Promise<void>;
  end(reason: EndReason): void;
}

/** The facts that a handshake has established about a new connection. */
export interface Handshake {
  readonly id: string;
  /** `null`: signed out. */
  readonly userId: string | null;
  readonly sessionId: string | null;
  /** Campus of the site. */
  readonly campus: string;
  /** Network address, for rate limits only. */
  readonly address: string;
  readonly transport: Transport;
}

/** A topic that a connection has joined. */
export interface Subscription {
  readonly connection: Connection;
  readonly name: string;
  readonly topic: Topic;
  /** Order value down to which the window reaches. */
  floor: string;
  /** The document on which the right to this topic depends, as last published. */
  gate: unknown;
  /** Documents of the window that this reader has, by `refId`, each with all documents that it reaches. */
  readonly held: Map<string, Reach>;
}

/** A document of a window and all documents that it reaches, as last sent to the subscriptions that hold it. */
export interface Reach {
  readonly root: string;
  /** The document's own id is one of them. */
  readonly ids: ReadonlySet<string>;
  readonly members: Set<Subscription>;
}

/** The hub's state of one connection. */
export interface Connection extends Handshake {
  readonly subscriptions: Map<string, Subscription>;
  /** Number of the last request for each topic: the answer to an older one does not join it. */
  readonly asks: Map<string, number>;
  askCount: number;
  /** Rights as last published; `null`: not read since the connection opened. */
  reader: Reader | null;
  /** Positions that the client awaits: it gets a mark of progress once all rows up to one of them are sent. */
  waitsFor: readonly string[];
  /** Messages that it may send. */
  readonly messages: Allowance;
  /** Signals that it may send: they count apart, so that they keep no command waiting. */
  readonly signals: Allowance;
  isOpen: boolean;
}

export function openConnection(
  handshake: Handshake,
  now: number,
  messagesPerMinute: number = MESSAGES_PER_MINUTE,
): Connection {
  return {
    ...handshake,
    subscriptions: new Map(),
    asks: new Map(),
    askCount: 0,
    reader: null,
    waitsFor: [],
    messages: openAllowance(messagesPerMinute, now),
    signals: openAllowance(SIGNALS_PER_MINUTE, now),
    isOpen: true,
  };
}

/**
 * Notes a position that the client awaits. Only the nearest `MARKS_AWAITED` are kept: clients choose positions, and one
 * that never comes would cost memory and a comparison with every commit as long as the connection is open.
 */
export function awaitMark(connection: Connection, position: string): void {
  const marks = new Set([...connection.waitsFor, position]);
  connection.waitsFor = [...marks].sort().slice(0, MARKS_AWAITED);
}
