import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventDefinitions } from '#domain/registry.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { projections } from '#projections/registry.ts';
import { openMailbox } from '#server/engines/mail/mailbox.ts';
import { createFolderMediaStore } from '#server/engines/media/folderMediaStore.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryReadStore, type MemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { createMemorySearchIndex } from '#server/engines/memory/searchIndex.ts';
import { createMemorySignalRelays } from '#server/engines/memory/signalRelay.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import type { PositionCodec } from '#server/engines/position.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { fileKinds } from '#server/nouns.ts';
import type { LeaseVault } from '#server/ports/vault.ts';
import type { ControlAddress } from '#server/roles/control.ts';
import type { OpenStores } from '#server/roles/stores.ts';

/** One set of stores in memory for several processes: none of them is a sole writer. */
export interface MemoryStores {
  readonly open: OpenStores;
  readonly store: MemoryEventStore;
  readonly readStore: MemoryReadStore;
  /** Of all processes; a test may change how it answers. */
  readonly vault: { leases: LeaseVault };
  /** Where the process that projects takes orders. */
  readonly control: () => ControlAddress;
  /** The same; `null`: no process has projected yet. */
  readonly announced: () => ControlAddress | null;
  /** Deletes pictures and mails, which are in folders. */
  remove(): Promise<void>;
}

/** Makes them. @param positions how the log writes positions */
export async function memoryStores(positions: PositionCodec): Promise<MemoryStores> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-stores-'));
  const store = createMemoryEventStore(undefined, positions);
  const made = createMemoryVault();
  const vault = { ...made, leases: { ...made.leases } };
  const readStore = createMemoryReadStore(readModels);
  const index = createMemorySearchIndex();
  const relays = createMemorySignalRelays();
  let processes = 0;
  let control: ControlAddress | null = null;
  // The process that closes its stores does not end those of the others.
  const shared = { close: async () => undefined };
  return {
    store,
    readStore,
    vault,
    announced: () => control,
    control() {
      if (control === null) throw new Error('No process projects yet.');
      return control;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
    async open({ mailFrom }) {
      processes += 1;
      const path = join(folder, `process-${processes}`);
      const media = join(folder, 'media');
      await mkdir(path);
      await mkdir(media, { recursive: true });
      const { sealed } = createEventLog(store, vault.keys, eventDefinitions);
      return {
        path,
        controlFolder: path,
        areExclusive: false,
        hasVault: async () => true,
        async openEventStore() {
          store.begin();
          return { ...store, ...shared };
        },
        openVault: async () => ({ ...vault, ...shared }),
        async openReadModels() {
          const builder = createMemoryBuilder(readStore, sealed, projections);
          return { readStore, builder, takeOver: async () => undefined };
        },
        openSignalRelay: async () => relays.open(),
        openSearchIndex: () => ({ ...index, ...shared }),
        openMedia: async () => createFolderMediaStore(media, fileKinds),
        async openMails() {
          const mailbox = await openMailbox(join(folder, 'mail'), mailFrom, () => new Date());
          return { transport: mailbox, mailbox };
        },
        async announceControl(address, isActive) {
          if (isActive()) control = address;
        },
        ...shared,
      };
    },
  };
}
