import type { StoreApi } from 'zustand/vanilla';
import type { Signal, SignalData } from '#projections/kernel/signal.ts';
import type { RulesSource } from './documents/rulesSource.ts';
import type { SyncView } from './documents/view.ts';
import type { KnownTopics, Shown } from './known/knownTopics.ts';
import type { OutboxEntry, PendingUpload } from './outbox/entry.ts';
import type { Settled } from './outbox/outbox.ts';
import type { OutboxStorage, TabChannel, TabLock, UnseenStorage, UploadFile } from './outbox/ports.ts';
import type { Clock } from './transport/clock.ts';
import type { Transport } from './transport/transport.ts';

/** Dependencies of the sync core: `client.ts` passes the browser's, tests pass simulations. */
export interface SyncStoreOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly storage: OutboxStorage;
  /** Left out: a reload loses it. */
  readonly unseen?: UnseenStorage;
  /** A topic as its viewer saw it at an earlier visit, shown until the hub answers; left out: nothing is kept. */
  readonly recall?: KnownTopics['recall'];
  readonly lock: TabLock;
  readonly tabs: TabChannel;
  readonly upload: UploadFile;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Whether somebody can see the page; left out by programs. */
  readonly isSeen?: () => boolean;
  /** The connection was found dead, though nothing had said so. */
  readonly died?: () => void;
  /** A new UUID. */
  readonly newId: () => string;
  readonly rules: RulesSource;
  /** The topic of a user's own documents. Rights and predictions depend on them, so it is always held. */
  readonly ownTopic: (userId: string) => string;
  /** The server sees another user signed in than the store does. */
  readonly actorRefused: () => void;
}

export interface SendOptions {
  /** The client's own id, where it had to be known before: files are uploaded to a folder named by the post's id. */
  readonly id?: string;
  /**
   * The withdrawn entry that this command revises: its id is used again, so files that it has stored are not uploaded
   * anew. Ignored if it is another user's or another type's.
   */
  readonly revises?: OutboxEntry | null;
  /** A command (its `id` or `commandId`) that has to take effect first. */
  readonly after?: string;
  /** Milliseconds for which it is shown but not sent, and can be taken back (`SyncStore.takeBack`); default: none. */
  readonly undoableMs?: number;
  /** The page gives it by itself, such as a mark that something was seen (`OutboxEntry.isUnasked`). */
  readonly isUnasked?: boolean;
  /** Files to upload first; each is named by a media record in the command's data. */
  readonly uploads?: readonly PendingUpload[];
}

/** A command that the store takes: it is accepted, and shown, once the rules are there. */
export interface Sent {
  /** The client's own id: that of the outbox entry. */
  readonly id: string;
  /** Id of the command on the server: `newId(commandId, 0)` is the id of the first thing that it makes. */
  readonly commandId: string;
  /** Resolves with whether the entry survives a reload. */
  readonly stored: Promise<boolean>;
  /** Resolves when it took effect, was refused for good, or discarded; never rejects. A reload loses it. */
  readonly settled: Promise<Settled>;
}

/** Who acts. */
export interface ActingUser {
  /** `null`: a visitor. */
  readonly userId: string | null;
  /** Campus of the site. */
  readonly campus: string;
}

/** The browser's side of the sync: the view, and the commands that change it. */
export interface SyncStore {
  readonly view: StoreApi<SyncView>;
  /** Opens the connection and loads the outbox. */
  start(): Promise<void>;
  stop(): void;
  /** Sets the user who reads and writes from now on; another user's documents are forgotten. */
  actAs(user: ActingUser): void;
  /**
   * Takes answers that were read for the present user before there was a connection, by topic: they are shown at once,
   * and once connected the topics resume from them. An answer that cannot be read, or whose topic was answered already,
   * is ignored.
   */
  hydrate(answers: Readonly<Record<string, unknown>>): void;
  /** The live topics as they are shown, those that are refused, and to whom (`null`: a visitor); `null`: it is not known who reads. */
  known(): (Shown & { readonly viewer: string | null }) | null;
  /** Reports whether the browser has a network. */
  setNetwork(isUp: boolean): void;
  /** Reports a reason to think that the connection is dead and says nothing, such as a device that slept. */
  doubt(how?: { readonly leavesTrying?: boolean }): void;
  /** Subscribes to a topic; the returned function ends the subscription. */
  hold(topic: string): () => void;
  loadMore(topic: string): void;
  /** Says something that is true for a moment to the others who have the topic open (`kernel/signal.ts`). It may be lost. */
  say<Data extends SignalData>(signal: Signal<Data>, topic: string, data: Data): void;
  retryTopic(topic: string): void;
  /**
   * Until a page has loaded the rules (`rulesSource.ts`), a command waits for them and nothing of it is shown.
   *
   * @throws Error nobody is signed in, or clients may not give the command
   */
  send(type: string, data: Readonly<Record<string, unknown>>, options?: SendOptions): Sent;
  retryEntry(id: string): void;
  discardEntry(id: string): void;
  /**
   * Takes an entry out of the outbox whose files could not be uploaded, to send it anew as `SendOptions.revises`;
   * `null` if it may have been sent: other content needs another id.
   */
  withdrawEntry(id: string): Promise<OutboxEntry | null>;
  /**
   * Takes back a command given with `undoableMs`: it is never sent.
   *
   * @returns whether it could be: its time was not over, and this tab gave it
   */
  takeBack(id: string): boolean;
  /** Sets anew for how long a command can be taken back, in milliseconds from now; 0: it is sent. Not a sent one. */
  setUndoable(id: string, milliseconds: number): void;
  /**
   * Sends everything that this tab could take back: the page is left.
   *
   * @returns those of it that wait for no other command and no file; they stay stored until they are acknowledged
   */
  sendUndoable(): readonly OutboxEntry[];
  /** Cancels one file of an entry: its command is then refused. @param name the file's name in the entry */
  callOffUpload(id: string, name: string): void;
  /** Order value at which each held topic's window ends; `''`: at the topic's end, `null`: not answered yet. */
  floors(): Readonly<Record<string, string | null>>;
  /** Identities of the documents that the held topics need; others may be swept at any time. */
  reachable(): ReadonlySet<string>;
}
