import type { Media } from '#domain/kernel/media.ts';
import type { CLIENT_EVENTS, HUB_EVENTS, Mark } from '#projections/sync/protocol.ts';
import type { OutboxEntry } from './outbox/entry.ts';

/** The sync core's way out: everything that is not pure reaches it through these ports, in tests as simulations. */

export type ClientEvent = (typeof CLIENT_EVENTS)[number];
export type HubEvent = (typeof HUB_EVENTS)[number];

/** Time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after that many milliseconds; the answer undoes it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** What a transport tells. One connection's packets come in the order in which the hub sent them. */
export interface TransportListener {
  /** Whom the page takes itself for, `null`: a visitor. Left out by programs that are whoever their cookies say. */
  user?(): string | null;
  /** The connection is gone; the transport opens the next one by itself. Requests that wait are rejected. */
  closed(): void;
  received(event: HubEvent, payload: unknown): void;
}

/** A connection to the hub that comes back for ever. */
export interface Transport {
  /** Says who listens; the connection waits for `reconnect`. */
  start(listener: TransportListener): void;
  /**
   * The hub's answer. Rejects when the connection ends or nothing has come for so long: the outcome is unknown then.
   */
  request(event: ClientEvent, payload: unknown, timeoutMilliseconds: number): Promise<unknown>;
  /** Opens a connection for the session as it is now, in the place of the one there is. */
  reconnect(): void;
  stop(): void;
}

/** Where the outbox survives a reload. Blobs are kept with their entry. */
export interface OutboxStorage {
  load(): Promise<readonly OutboxEntry[]>;
  put(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
}

/** One tab at a time does a task (Web Locks). */
export interface TabLock {
  run(task: () => Promise<void>): Promise<void>;
}

/** What tabs of one browser tell each other about the outbox. */
export type TabMessage =
  | { readonly kind: 'changed' }
  /** An entry ended: with its place in the log (`null`: nothing to do), or because it was discarded. */
  | { readonly kind: 'acknowledged'; readonly id: string; readonly mark: Mark | null }
  | { readonly kind: 'discarded'; readonly id: string };

/** A channel between the tabs of one browser; a tab does not hear itself. */
export interface TabChannel {
  post(message: TabMessage): void;
  listen(handler: (message: TabMessage) => void): () => void;
}

/** Uploads one file to a folder (`posts/<id>`). Rejects with `RequestRefused` (`http.ts`). */
export type UploadFile = (folder: string, file: Blob) => Promise<Media>;
