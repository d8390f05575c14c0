import { aggregates, commandDefinitions, eventDefinitions } from '#domain/registry.ts';
import { sealCredentials } from '../identity/sealedCredentials.ts';
import { createEventLog, type OpenEventLog } from '../log/eventLog.ts';
import { createReadIndex } from '../log/readIndex.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { MediaStore } from '../ports/media.ts';
import type { Vault } from '../ports/vault.ts';
import { soleWriterOutcomes } from '../soleWriter/soleWriterOutcomes.ts';
import { soleWriterVault } from '../soleWriter/soleWriterVault.ts';
import { createSharedOutcomes } from '../write/commandOutcomes.ts';
import { createDispatcher, type Dispatcher } from '../write/dispatcher.ts';
import { createMarks } from '../write/marks.ts';
import { openStores } from './engines.ts';
import type { Mails, OpenStores, Stores, StoresConfig } from './stores.ts';
import { refuseEmptiedVault, refuseLostVault, refuseMoved, refuseOtherVault } from './tornFolder.ts';

/** Names of the vault's secrets. */
type SecretName = Parameters<Vault['secret']>[0];

/** The stores that all roles use, open; those of read models a role opens itself. */
export interface Foundation extends Mails {
  readonly stores: Stores;
  readonly store: EventStore;
  readonly log: OpenEventLog;
  readonly vault: Vault;
  readonly secrets: Readonly<Record<SecretName, Uint8Array>>;
  readonly media: MediaStore;
  /** A dispatcher over these stores; the demo campus passes a clock of its own. */
  dispatcherAt(clock: () => Date): Dispatcher;
  /**
   * Begins to follow the log, so that most commands read no stream; for processes that decide commands. Nothing to do
   * where this process alone writes.
   */
  followLog(): Promise<void>;
  /** Closes all stores in reverse order, and their place last. */
  close(): Promise<void>;
}

/** Options of the foundation. */
export interface FoundationOptions {
  /** Metrics of its work. */
  readonly watch?: Pick<Metrics, 'store' | 'groupCommitted' | 'mails'>;
  /** Called when a thread of a store has ended by itself: the process must end. */
  readonly onDeath?: (error: Error) => void;
  /** Called with lines for the operator on settings of the engines. */
  readonly onNote?: (note: string) => void;
  /** Default: the engines of the configuration. */
  readonly open?: OpenStores | undefined;
}

/**
 * Opens the stores.
 *
 * @param purpose of this process, for the message to a second one that finds them in use
 * @throws DataFolderRefused they are in use, foreign, damaged or can't be written
 */
export async function openFoundation(
  config: StoresConfig,
  purpose = 'server',
  { watch, onDeath, onNote, open = openStores }: FoundationOptions = {},
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
    const stores = keep(await open(config, purpose, onDeath, onNote));
    // Before the log, in which each opening begins an era: processes that are started again and again while the vault is
    // away would push out the eras by which it is known to be of this log.
    const hasVault = await stores.hasVault();
    const plain = await stores.openEventStore(watch?.groupCommitted);
    const measured = watch?.store(plain) ?? plain;
    // Other processes write the log too: what this one knows of its streams holds up to the head that it asks for.
    const index = stores.areExclusive ? null : createReadIndex(measured, { onLost: (error) => onNote?.(lost(error)) });
    const store = keep(index ?? measured);
    // Before a new vault is made, so that the next start is refused too.
    if (!hasVault) await refuseLostVault(stores, store);
    const shared = keep(await stores.openVault());
    await refuseMoved(stores, shared.checkpoints);
    await refuseEmptiedVault(stores, store, shared.records);
    const vault = sealCredentials(stores.areExclusive ? soleWriterVault(shared) : shared);
    // Closed before the vault, so that it gets what is asked for in the last turn.
    const marks = stores.areExclusive ? null : keep(createMarks(vault.outcomes));
    const { transport: mails, mailbox } = await stores.openMails();
    const transport = keep(watch?.mails(mails) ?? mails);
    const log = createEventLog(store, vault.keys, eventDefinitions);
    const media = keep(await stores.openMedia());
    const secrets = {
      session: await vault.secret('session'),
      claim: await vault.secret('claim'),
      command: await vault.secret('command'),
    };
    await refuseOtherVault(stores, secrets.claim);
    const ofSoleWriter = soleWriterOutcomes(store.appendsMayLandLate, () => performance.now());
    const dispatcherAt = (clock: () => Date) => {
      const outcomes = marks === null ? ofSoleWriter : createSharedOutcomes(marks, clock);
      return createDispatcher({
        store,
        log,
        media,
        secrets,
        clock,
        aggregates,
        commands: commandDefinitions,
        outcomes,
        assume: index?.assume,
      });
    };
    const followLog = async () => index?.follow();
    return { stores, store, log, vault, secrets, media, transport, mailbox, dispatcherAt, followLog, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The line for the operator when the log is followed no more. */
function lost(error: Error): string {
  return `The log can't be followed any more, so each command reads its streams until the next start: ${error.message}`;
}
