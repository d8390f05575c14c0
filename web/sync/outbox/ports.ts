import type { Media } from '#domain/kernel/media.ts';
import type { OutboxEntry } from './entry.ts';
import type { TabMessage } from './tabMessage.ts';

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

/** A channel between the tabs of one browser, which may be of different releases; a tab does not hear itself. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** @param handler is given what was said as it came (`tabMessage.ts`) */
  listen(handler: (said: unknown) => void): () => void;
}

/** What is told of an upload while it runs, and how it is called off. */
export interface UploadOptions {
  /** Part that is sent, 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** Uploads one file to a folder (`posts/<id>`). Rejects with `RequestRefused` (`transport/http.ts`), or when called off. */
export type UploadFile = (folder: string, file: Blob, options: UploadOptions) => Promise<Media>;
