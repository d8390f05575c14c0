import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventDefinitions } from '#domain/registry.ts';
import { HOME_SET, projectionsOfSet, UNCUT } from '#projections/engine/campusSets.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { projections } from '#projections/registry.ts';
import { openMailbox } from '#server/engines/mail/mailbox.ts';
import { createFolderMediaStore } from '#server/engines/media/folderMediaStore.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryReadStore, type MemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { createMemorySearchIndex } from '#server/engines/memory/searchIndex.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import type { PositionCodec } from '#server/engines/position.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { fileKinds } from '#server/nouns.ts';
import type { ControlAddress } from '#server/roles/control.ts';
import type { OpenStores, SetOfCampuses } from '#server/roles/stores.ts';

/** One set of stores in memory for several processes: none of them is a sole writer. */
export interface MemoryStores {
  readonly open: OpenStores;
  readonly store: MemoryEventStore;
  /** Of the home set, which has all where nothing is cut. */
  readonly readStore: MemoryReadStore;
  /** Where a set's projections are those of a cut: read models of another cut are stale. */
  readonly ofSet: (of: SetOfCampuses) => MemoryReadStore;
  /** Where the process that projects a set takes orders. */
  readonly control: (set?: string) => ControlAddress;
  /** Deletes pictures and mails, which are in folders. */
  remove(): Promise<void>;
}

/** Makes them. @param positions how the log writes positions */
export async function memoryStores(positions: PositionCodec): Promise<MemoryStores> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-stores-'));
  const store = createMemoryEventStore(undefined, positions);
  const vault = createMemoryVault();
  const readStore = createMemoryReadStore(readModels);
  const readStores = new Map<string, MemoryReadStore>([[keyOf({ cut: UNCUT, set: HOME_SET }), readStore]]);
  const index = createMemorySearchIndex();
  let processes = 0;
  const controls = new Map<string, ControlAddress>();
  /** A memory read store is of one declaration: each cut has stores of its own, which begin empty. */
  function ofSet(of: SetOfCampuses): MemoryReadStore {
    const key = keyOf(of);
    const made =
      readStores.get(key) ?? createMemoryReadStore({ projections: projectionsOfSet(projections, of.cut, of.set) });
    readStores.set(key, made);
    return made;
  }
  // The process that closes its stores does not end those of the others.
  const shared = { close: async () => undefined };
  return {
    store,
    readStore,
    ofSet,
    control(set = HOME_SET) {
      const control = controls.get(set);
      if (control === undefined) throw new Error('No process projects yet.');
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
        async openReadModels(of = { cut: UNCUT, set: HOME_SET }) {
          const models = ofSet(of);
          const builder = createMemoryBuilder(models, sealed, projectionsOfSet(projections, of.cut, of.set));
          return { readStore: models, builder, takeOver: async () => undefined };
        },
        openSearchIndex: () => ({ ...index, ...shared }),
        openMedia: async () => createFolderMediaStore(media, fileKinds),
        async openMails() {
          const mailbox = await openMailbox(join(folder, 'mail'), mailFrom, () => new Date());
          return { transport: mailbox, mailbox };
        },
        announceControl: async (address, set) => void controls.set(set, address),
        ...shared,
      };
    },
  };
}

function keyOf({ cut, set }: SetOfCampuses): string {
  return `${JSON.stringify(cut.sets)} ${set}`;
}
