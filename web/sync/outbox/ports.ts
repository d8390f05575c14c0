import type { Media } from '#domain/kernel/media.ts';
import type { Mark } from '#projections/sync/protocol.ts';
import type { OutboxEntry } from './entry.ts';
import type { TabMessage } from './tabMessage.ts';

/** Ports of the outbox to the browser; tests and simulations pass their own. */

/** Stores the outbox over reloads. Blobs are stored with their entry. */
export interface OutboxStorage {
  load(): Promise<readonly OutboxEntry[]>;
  put(entry: OutboxEntry): Promise<void>;
  /** From the call on no page loads it, even if this page is left at once. */
  remove(id: string): Promise<void>;
}

/** A command that took effect, and where in the log; its files are stored by now. */
export interface Unseen {
  readonly entry: OutboxEntry;
  readonly mark: Mark;
}

/** Keeps what took effect and has not been received yet over a reload of this tab: else it would be gone for a moment. */
export interface UnseenStorage {
  load(): readonly Unseen[];
  keep(unseen: readonly Unseen[]): void;
}

/** Lets one tab at a time run a task (Web Locks). */
export interface TabLock {
  run(task: () => Promise<void>): Promise<void>;
}

/**
 * A channel between the tabs of one browser, which may run different releases; a tab does not receive its own messages.
 */
export interface TabChannel {
  post(message: TabMessage): void;
  /** @param handler receives the raw message (`tabMessage.ts` parses it) */
  listen(handler: (said: unknown) => void): () => void;
}

/** Progress of an upload, and its cancellation. */
export interface UploadOptions {
  /** Share sent, 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
  /** How often the server has lost the file; absent: never. */
  readonly again?: number | undefined;
  /** Address of a file in pieces that was cut, to go on from there. */
  readonly resume?: string | undefined;
  /** A file in pieces has an address now, under which it can be resumed. */
  readonly onBegun: (address: string) => void;
}

/**
 * Uploads one file to a folder (`posts/<id>`). Rejects with `RequestRefused` (`transport/http.ts`), or when cancelled.
 */
export type UploadFile = (folder: string, file: Blob, options: UploadOptions) => Promise<Media>;
