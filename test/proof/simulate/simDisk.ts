import { aggregates, commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import type { Commit, FeedMark, ReadModelDeclaration } from '#projections/engine/readStore.ts';
import { collections, projections } from '#projections/registry.ts';
import { createMemoryEventStore, type MemoryBackup, type MemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryReadStore, type MemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import type { MemoryVaultState } from '#server/engines/memory/vaultState.ts';
import type { PositionCodec } from '#server/engines/position.ts';
import { createEventLog, type OpenEventLog } from '#server/log/eventLog.ts';
import { type Mail, MailRefused, type MailTransport } from '#server/ports/mail.ts';
import type { MediaStore, Upload } from '#server/ports/media.ts';
import type { Vault } from '#server/ports/vault.ts';
import { createOpenReads, type OpenReads } from '#server/read/openReads.ts';
import { createPersonalData, type Withheld } from '#server/read/personalData.ts';
import { soleWriterOutcomes } from '#server/soleWriter/soleWriterOutcomes.ts';
import { createDispatcher } from '#server/write/dispatcher.ts';
import { memoryUploads } from '#test/doubles/memoryUploads.ts';

/** Bytes of a secret. */
const SECRET_BYTES = 32;

/** Users by session, as long as it exists. */
class StandingSessions extends Map<string, string> {
  /** Called when a session has ended. */
  onEnd: (sessionId: string) => void = () => undefined;

  override delete(sessionId: string): boolean {
    const stood = super.delete(sessionId);
    if (stood) this.onEnd(sessionId);
    return stood;
  }
}

/** Fate of a commit of the read models that the projector learns only that it is unknown. */
export type CommitFault = 'lands' | 'never-lands';
/** Fate of a mail. */
export type MailFault = 'later' | 'never';

/** Content of a copy of the data folder. */
export interface Backup {
  readonly log: MemoryBackup;
  readonly vault: MemoryVaultState;
  readonly sessions: ReadonlyMap<string, string>;
  readonly uploads: ReadonlyMap<string, Upload>;
  readonly readModels: MemoryReadStore;
  readonly release: number;
  /** Backups that were put back before it was made. */
  readonly restores: number;
}

/**
 * Everything that outlives a process: the log, the vault, the read models, files, and the mailboxes of the world.
 * The stores are the program's own for memory.
 */
export class SimDisk {
  readonly #positions: PositionCodec;
  events: MemoryEventStore;
  /** User of each session, as long as it exists. */
  readonly sessions = new StandingSessions();
  #vaultItself = createMemoryVault();
  vault = watchSessions(this.#vaultItself, this.sessions);
  /** The secrets are the same in each run. */
  readonly secrets = { claim: Buffer.alloc(SECRET_BYTES, 1), command: Buffer.alloc(SECRET_BYTES, 2) };
  /** The log as read from outside of all processes. */
  log: OpenEventLog;
  /** Uploads by folder and name. */
  readonly uploads = new Map<string, Upload>();
  /** Mails that people have got and not lost again. */
  mails: readonly Mail[] = [];
  readonly commitFaults: CommitFault[] = [];
  readonly mailFaults: MailFault[] = [];
  /** Called at each commit of the read models when it takes effect. */
  onCommit: (commit: Commit) => void = () => undefined;
  /** Called when a release has folded its first read models from the log. */
  onBegin: () => void = () => undefined;
  /** Called when a backup was restored, with its last position. */
  onRestore: (position: string) => void = () => undefined;
  #releases = 0;
  #readModels = this.#watched(createMemoryReadStore(this.#declaration));
  /** Backups that were put back. */
  restores = 0;

  /** @param positions how the log writes positions */
  constructor(positions: PositionCodec) {
    this.#positions = positions;
    this.events = createMemoryEventStore(undefined, positions);
    this.log = createEventLog(this.events, this.vault.keys, eventDefinitions);
  }

  get readModels(): MemoryReadStore {
    return this.#readModels;
  }

  /** Read models of another release: one projection's folds have another version, and the others are taken over. */
  installRelease(): void {
    this.#releases += 1;
    this.#readModels = this.#takenOver(this.#readModels);
  }

  /** A copy of everything that is kept. */
  backup(): Backup {
    return {
      log: this.events.backup(),
      vault: this.#vaultItself.backup(),
      sessions: new Map(this.sessions),
      uploads: new Map(this.uploads),
      readModels: this.#readModels.copy(),
      release: this.#releases,
      restores: this.restores,
    };
  }

  /**
   * Restores a backup over everything, or over everything except the read models, which then are of lost events. Read
   * models of another release are taken over as far as its folds are the same.
   */
  restore({ log, vault, sessions, uploads, readModels, release }: Backup, withReadModels: boolean): void {
    this.events = createMemoryEventStore(log, this.#positions);
    this.#vaultItself = createMemoryVault(vault);
    this.vault = watchSessions(this.#vaultItself, this.sessions);
    this.log = createEventLog(this.events, this.vault.keys, eventDefinitions);
    refill(this.sessions, sessions);
    refill(this.uploads, uploads);
    if (withReadModels) {
      const isOfRelease = release === this.#releases;
      this.#readModels = isOfRelease ? this.#watched(readModels.copy()) : this.#takenOver(readModels);
    }
    this.restores += 1;
    this.onRestore(log.events.at(-1)?.position ?? START);
  }

  /** The projections as this release declares them: each release has raised the version of one, one after the other. */
  get #declaration(): ReadModelDeclaration {
    const raised = (place: number) =>
      Math.floor((this.#releases + projections.length - 1 - place) / projections.length);
    return { projections: projections.map((each, place) => ({ ...each, version: each.version + raised(place) })) };
  }

  #takenOver(left: MemoryReadStore): MemoryReadStore {
    return this.#watched(createMemoryReadStore(this.#declaration, left));
  }

  #watched(readModels: MemoryReadStore): MemoryReadStore {
    const begin = readModels.begin.bind(readModels);
    readModels.begin = (generation) => {
      begin(generation);
      this.onBegin();
    };
    return readModels;
  }

  /** @throws Unavailable by a fault */
  async commit(batch: Commit): Promise<FeedMark> {
    const fault = this.commitFaults.shift();
    if (fault !== 'never-lands') {
      const end = await this.#readModels.commit(batch);
      this.onCommit(batch);
      if (fault === undefined) return end;
    }
    throw new Unavailable('The read store did not answer.');
  }

  /** The read models as a reader would get them now. @param onError what could not be shown */
  readsFor(onError: (error: Error) => void): OpenReads {
    const { keys } = createEventLog(this.events, this.vault.keys, eventDefinitions);
    const onWithheld = ({ reason }: Withheld) => onError(new Error(reason));
    return createOpenReads(
      this.#readModels,
      createPersonalData({ keys, definitions: eventDefinitions, collections, onWithheld }),
    );
  }

  /** A dispatcher that writes to the same log at once and without faults. */
  dispatcherAt(clock: () => Date, uptime: () => number) {
    const { events: store, log, media, secrets } = this;
    const outcomes = soleWriterOutcomes(store.appendsMayLandLate, uptime);
    return createDispatcher({
      ...{ store, log, media, secrets, clock, uptime, outcomes, aggregates, commands: commandDefinitions },
    });
  }

  readonly media: Omit<MediaStore, 'put' | 'file' | 'arrivals'> = {
    check: async () => undefined,
    close: async () => undefined,
    ...memoryUploads(this.uploads),
    remove: async (folder, names) => {
      for (const [path, upload] of [...this.uploads]) {
        const isMeant = upload.folder === folder && (names === undefined || names.includes(upload.media.name));
        if (isMeant) this.uploads.delete(path);
      }
    },
    list: async () => [...this.uploads.values()],
    removeOwner: async (owner) => {
      for (const [path, upload] of [...this.uploads]) if (upload.owner === owner) this.uploads.delete(path);
    },
  };

  readonly mail: MailTransport = {
    close: async () => undefined,
    send: async (mail) => {
      const fault = this.mailFaults.shift();
      if (fault === 'later') throw new Unavailable('The mail server is busy.');
      if (fault === 'never') throw new MailRefused('There is no such mailbox.');
      this.mails = [...this.mails, mail];
    },
    forget: async (recipient) => {
      this.mails = this.mails.filter((mail) => mail.recipient !== recipient);
    },
  };

  keep(upload: Upload): void {
    this.uploads.set(`${upload.folder}/${upload.media.name}`, upload);
  }
}

function refill<Value>(map: Map<string, Value>, content: ReadonlyMap<string, Value>): void {
  map.clear();
  for (const [key, value] of content) map.set(key, value);
}

/** A vault that reports at once which sessions exist. */
function watchSessions(vault: Vault, standing: Map<string, string>): Vault {
  const { sessions } = vault;
  return {
    ...vault,
    sessions: {
      ...sessions,
      add(session) {
        standing.set(session.sessionId, session.userId);
        return sessions.add(session);
      },
      remove(sessionId) {
        standing.delete(sessionId);
        return sessions.remove(sessionId);
      },
      removeUser(userId) {
        for (const [sessionId, owner] of [...standing]) if (owner === userId) standing.delete(sessionId);
        return sessions.removeUser(userId);
      },
    },
  };
}
