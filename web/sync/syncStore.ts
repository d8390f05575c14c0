import type { StoreApi } from 'zustand/vanilla';
import type { CommandDefinition } from '#domain/kernel/command.ts';
import type { FoldTable } from '#projections/kernel/foldTable.ts';
import type { Predict } from '#projections/kernel/predict.ts';
import { Core } from './core.ts';
import type { SyncView } from './documents/view.ts';
import type { OutboxEntry, PendingUpload } from './outbox/entry.ts';
import type { Settled } from './outbox/outbox.ts';
import type { OutboxStorage, TabChannel, TabLock, UploadFile } from './outbox/ports.ts';
import type { Clock } from './transport/clock.ts';
import type { Transport } from './transport/transport.ts';

/** What the sync core is made from; `client.ts` gives it the browser, tests give it simulations. */
export interface SyncStoreOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly storage: OutboxStorage;
  readonly lock: TabLock;
  readonly tabs: TabChannel;
  readonly upload: UploadFile;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** A new UUID. */
  readonly newId: () => string;
  /** The server's own folds, and its collections. */
  readonly foldTable: FoldTable;
  /** By command type. */
  readonly predictions: Readonly<Record<string, Predict<never>>>;
  readonly commands: Readonly<Record<string, CommandDefinition>>;
  /** The server takes this browser for somebody else than the store does. */
  readonly actorRefused: () => void;
}

export interface SendOptions {
  /** The client's own id, where it had to be known before: files uploaded beforehand lie under the post's id. */
  readonly id?: string;
  /** A command (its `id` or `commandId`) without which this one makes no sense. */
  readonly after?: string;
  /** Files to upload first; the command's data holds each one's place by a media record of the same name. */
  readonly uploads?: readonly PendingUpload[];
}

/** A command that was taken. */
export interface Sent {
  /** The client's own id: that of the outbox entry. */
  readonly id: string;
  /** The id under which it takes effect: `newId(commandId, 0)` is the id of what it makes. */
  readonly commandId: string;
  /** Resolves with whether the entry would survive a reload. */
  readonly stored: Promise<boolean>;
  /** Resolves when it took effect, was refused for good, or discarded; never rejects. After a reload it is lost. */
  readonly settled: Promise<Settled>;
}

/** Who acts. */
export interface ActingUser {
  /** `null`: a visitor. */
  readonly userId: string | null;
  /** Campus of the site. */
  readonly campus: string;
}

/** The browser's side of the sync: what is shown, and the way to change it. */
export interface SyncStore {
  readonly view: StoreApi<SyncView>;
  /** Opens the connection and brings back the outbox. */
  start(): Promise<void>;
  stop(): void;
  /** In whose name it reads and writes from now on; another user's documents are forgotten. */
  actAs(user: ActingUser): void;
  /**
   * Takes answers that were read for the present user before there was a connection, by topic: they are shown at
   * once, and once connected the topics go on from there. One that can’t be read, or was answered already, is left out.
   */
  hydrate(answers: Readonly<Record<string, unknown>>): void;
  /** The browser has, or has not, a network. */
  setNetwork(isUp: boolean): void;
  /** Subscribes to a topic until the answer is called. */
  hold(topic: string): () => void;
  loadMore(topic: string): void;
  retryTopic(topic: string): void;
  /** @throws Error nobody is signed in, or the command is none that a client may give */
  send(type: string, data: Readonly<Record<string, unknown>>, options?: SendOptions): Sent;
  retryEntry(id: string): void;
  discardEntry(id: string): void;
  /** Calls off one file of an entry: its command is refused then. @param name the one under which it stands there */
  callOffUpload(id: string, name: string): void;
  /** Whether the newest of these entries that writes a document is still on its way. */
  pendingState(outbox: readonly OutboxEntry[], collection: string, key: string): 'sending' | 'failed' | null;
  /** Order value down to which each held topic is held; `''`: to its end, `null`: not answered yet. */
  floors(): Readonly<Record<string, string | null>>;
  /** Identities of the documents that the held topics reach; everything else may be swept at any time. */
  reachable(): ReadonlySet<string>;
}

/** Makes the browser's side of the sync. */
export function createSyncStore(options: SyncStoreOptions): SyncStore {
  return new Core(options);
}
