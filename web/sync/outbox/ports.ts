import type { Media } from '#domain/kernel/media.ts';
import type { Mark } from '#projections/sync/protocol.ts';
import type { OutboxEntry } from './entry.ts';

/** What the outbox needs of the browser; tests and simulations pass their own. */

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

/** What is told of an upload while it runs, and how it is called off. */
export interface UploadOptions {
  /** Part that is sent, 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** Uploads one file to a folder (`posts/<id>`). Rejects with `RequestRefused` (`transport/http.ts`), or when called off. */
export type UploadFile = (folder: string, file: Blob, options: UploadOptions) => Promise<Media>;
