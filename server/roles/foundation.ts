import { mkdir } from 'node:fs/promises';
import { aggregates, commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import type { Config } from '../config.ts';
import { openMailbox } from '../engines/mail/mailbox.ts';
import { createSmtpTransport } from '../engines/mail/smtpTransport.ts';
import { createFolderMediaStore } from '../engines/media/folderMediaStore.ts';
import { type DataFolder, openDataFolder } from '../engines/sqlite/folder/dataFolder.ts';
import { openSqliteEventStore } from '../engines/sqlite/log/eventStore.ts';
import type { ThreadDeath } from '../engines/sqlite/thread/workerRpc.ts';
import { openSqliteVault } from '../engines/sqlite/vault/vault.ts';
import { sealCredentials } from '../identity/sealedCredentials.ts';
import { createEventLog, type OpenEventLog } from '../log/eventLog.ts';
import { pictureKinds } from '../nouns.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Mailbox, MailTransport } from '../ports/mail.ts';
import type { MediaStore } from '../ports/media.ts';
import type { Vault } from '../ports/vault.ts';
import { soleWriterOutcomes } from '../soleWriter/soleWriterOutcomes.ts';
import { soleWriterVault } from '../soleWriter/soleWriterVault.ts';
import { createDispatcher, type Dispatcher } from '../write/dispatcher.ts';
import { isMissing, refuseLostVault } from './tornFolder.ts';

/** Names of the vault's secrets. */
type SecretName = Parameters<Vault['secret']>[0];

/** A data folder with its stores, opened exclusively; all roles use it. */
export interface Foundation {
  readonly folder: DataFolder;
  readonly store: EventStore;
  readonly log: OpenEventLog;
  readonly vault: Vault;
  readonly secrets: Readonly<Record<SecretName, Uint8Array>>;
  readonly media: MediaStore;
  readonly transport: MailTransport;
  /** The development mailbox; `null` if mails go to a mail server. */
  readonly mailbox: Mailbox | null;
  /** A dispatcher over these stores; the demo campus passes a clock of its own. */
  dispatcherAt(clock: () => Date): Dispatcher;
  /** Closes all stores in reverse order, and the folder last. */
  close(): Promise<void>;
}

/** Metrics of the foundation's work. */
export type FoundationWatch = Pick<Metrics, 'store' | 'groupCommitted'>;

/** Configuration of the foundation. */
export type FoundationConfig = Pick<Config, 'dataDir' | 'smtpUrl' | 'mailFrom' | 'environment'> &
  Partial<Pick<Config, 'smtpTls'>>;

/**
 * Opens a data folder with everything in it.
 *
 * @param purpose of this process, for the message to a second one that finds the folder in use
 * @param onDeath called when a thread of a store has ended by itself: the process must end
 * @throws DataFolderRefused the folder is in use, foreign, damaged or can't be written
 */
export async function openFoundation(
  config: FoundationConfig,
  purpose = 'server',
  watch?: FoundationWatch,
  onDeath?: ThreadDeath,
): Promise<Foundation> {
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(part: T): T => {
    opened.unshift(part);
    return part;
  };
  const close = async () => {
    // In the reverse order of opening; an error of one does not keep the others open.
    const errors: unknown[] = [];
    for (const part of opened.splice(0)) await part.close().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  };

  try {
    const folder = keep(await openDataFolder(config.dataDir, { purpose }));
    const plain = await openSqliteEventStore(folder.events, {
      soleWriter: true,
      onDeath,
      ...(watch && { onGroup: watch.groupCommitted }),
    });
    const store = keep(watch?.store(plain) ?? plain);
    // Before a new vault is made, so that the next start is refused too.
    if (isMissing(folder.vault)) await refuseLostVault(folder, store);
    // The lock on the folder proves that no other process writes this vault.
    const vault = sealCredentials(soleWriterVault(keep(await openSqliteVault(folder.vault, onDeath))));
    const mailbox = await openOwnMailbox(config, folder);
    const transport = keep(mailbox ?? createSmtpTransport(config.smtpUrl ?? '', config.mailFrom, config.smtpTls));
    const log = createEventLog(store, vault.keys, eventDefinitions);
    await mkdir(folder.media, { recursive: true });
    const media = keep(createFolderMediaStore(folder.media, pictureKinds));
    const secrets = {
      session: await vault.secret('session'),
      claim: await vault.secret('claim'),
      command: await vault.secret('command'),
    };
    const outcomes = soleWriterOutcomes(store.appendsMayLandLate, () => performance.now());
    const dispatcherAt = (clock: () => Date) =>
      createDispatcher({ store, log, media, secrets, clock, aggregates, commands: commandDefinitions, outcomes });
    return { folder, store, log, vault, secrets, media, transport, mailbox, dispatcherAt, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The mailbox, if no mail server is set; never in production. */
async function openOwnMailbox(config: FoundationConfig, folder: DataFolder): Promise<Mailbox | null> {
  if (config.smtpUrl !== null || config.environment === 'production') return null;
  return openMailbox(folder.mail, config.mailFrom, () => new Date());
}
