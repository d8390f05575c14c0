import type { GenerationBuilder } from '#projections/engine/generationBuilder.ts';
import type { Prepared, PrepareOptions } from '#projections/engine/preparing.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Config } from '../config.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Mailbox, MailTransport } from '../ports/mail.ts';
import type { MediaStore } from '../ports/media.ts';
import type { SearchIndex } from '../ports/searchIndex.ts';
import type { SignalRelay } from '../ports/signalRelay.ts';
import type { KeyVault, Vault } from '../ports/vault.ts';
import type { ControlAddress } from './control.ts';

/** Read models, and the builder of new generations beside the live ones. */
export interface ReadModels {
  readonly readStore: ReadStore;
  readonly builder: GenerationBuilder;
  /**
   * Takes over the writing under the epoch of a lease: what the former holder still sends is refused. Nothing to do
   * where no other process can write.
   *
   * @throws CheckpointMismatch a newer epoch has written
   */
  takeOver(epoch: number): Promise<void>;
}

/** Fingerprint of the vault that belongs to a place. */
export interface VaultNote {
  /** `null`: none is noted yet. */
  find(): string | null;
  note(fingerprint: string): Promise<void>;
}

/** Where mails go. */
export interface Mails {
  readonly transport: MailTransport;
  /** The development mailbox; `null` if mails go to a mail server. */
  readonly mailbox: Mailbox | null;
}

/**
 * The stores that a process runs on, and its own place. Roles work with these alone; `engines.ts` opens engines for
 * them by configuration. The caller that opens a part closes it, before the stores.
 */
export interface Stores {
  /** The place, for messages to the operator: the path of the data folder. */
  readonly path: string;
  /** Folder for the socket on which this process takes orders: no other process's. */
  readonly controlFolder: string;
  /** Whether no other process writes here as long as they are open: caches of a sole writer are right. */
  readonly areExclusive: boolean;
  /** Whether there is a vault: opening it makes one. It may hold nothing: `tornFolder.ts` judges that. */
  hasVault(): Promise<boolean>;
  /** The note of which vault is this place's, outside log and vault; left out: the place keeps none. */
  readonly vaultNote?: VaultNote;
  /** @param onGroup called for every committed group with its number of appends, where the engine makes groups */
  openEventStore(onGroup?: (appends: number) => void): Promise<EventStore>;
  openVault(): Promise<Vault>;
  /** Opens the read models, stale ones of another release included; closing the read store closes both. */
  openReadModels(): Promise<ReadModels>;
  /**
   * Brings signals to the hubs of other processes; `null`: there are none here.
   *
   * @param onTrouble called when it could not, once until it can again
   */
  openSignalRelay(onTrouble: (error: unknown) => void): Promise<SignalRelay | null>;
  /** Makes no request before it is used. */
  openSearchIndex(): SearchIndex;
  openMedia(): Promise<MediaStore>;
  openMails(): Promise<Mails>;
  /**
   * Announces to the command line that this process takes orders; again whenever it becomes the one that projects.
   *
   * @param isActive asked right before the address is put in the place of another: if not, that one stays
   */
  announceControl(control: ControlAddress, isActive: () => boolean): Promise<void>;
  /** Releases the place. Repeating it changes nothing. */
  close(): Promise<void>;
}

/** Configuration of the stores. */
export type StoresConfig = Pick<Config, 'dataDir' | 'smtpUrl' | 'mailFrom' | 'environment'> &
  Partial<Pick<Config, 'smtpTls' | 'eventStoreUrl' | 'mongoUrl' | 'typesense'>>;

/**
 * Opens the stores of a process.
 *
 * @param purpose of this process, for the message to a second one that finds the place in use
 * @param onDeath called when a thread of a store has ended by itself: the process must end
 * @param onNote called with lines for the operator, on settings that change nothing
 * @throws DataFolderRefused the place is in use, foreign, damaged or can't be written
 * @throws EngineRefused an engine over the network can't be used as it is configured
 */
export type OpenStores = (
  config: StoresConfig,
  purpose: string,
  onDeath?: (error: Error) => void,
  onNote?: (note: string) => void,
) => Promise<Stores>;

/** The process that has the stores for itself. */
export interface Holder {
  readonly pid: number;
  /** `server`, or the verb of the command line. */
  readonly purpose: string;
  /** Where it takes orders; `null`: it takes none yet. */
  readonly control: ControlAddress | null;
}

/** Positions as a person types them. */
export interface TypedPositions {
  /** The position that is meant, leading zeros or not; `null`: it is none of this log. */
  read(text: string): string | null;
  /** A position after which reading begins at a given event, or before it. */
  before(position: string): string;
}

/** The stores as the command line sees them beside a process that may be running: nothing is locked or written. */
export interface StoresBeside {
  readonly path: string;
  /** Whether the command line may take the stores for itself when no process has them. */
  readonly areExclusive: boolean;
  /** Whether there is a log. */
  readonly exists: boolean;
  readonly positions: TypedPositions;
  /** The log, to be read only. */
  openLog(): Promise<EventStore>;
  /** The keys of the vault, to be read only. */
  openKeys(): Promise<KeyVault & { close(): void | Promise<void> }>;
  /** The process that has the stores now, or projects here; `unknown`: it is just starting; `null`: there is none. */
  findHolder(): Promise<Holder | 'unknown' | null>;
  /**
   * Builds this release's read models beside those of another release that runs.
   *
   * @throws BuildRunning another process prepares read models there
   * @throws LiveSwapped the running release has swapped its read models meanwhile
   */
  prepare(options: PrepareOptions): Promise<Prepared>;
}
