import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventDefinitions } from '#domain/registry.ts';
import { START } from '#projections/engine/eventLog.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { projections } from '#projections/registry.ts';
import { readSettings } from '#scripts/move.ts';
import { openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { dataFolderPaths } from '#server/engines/sqlite/folder/dataFolder.ts';
import { openSqliteEventStore } from '#server/engines/sqlite/log/eventStore.ts';
import { openSqliteVault } from '#server/engines/sqlite/vault/vault.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { ERA_NOTE, MOVED_AWAY } from '#server/moving/notes.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import type { Vault } from '#server/ports/vault.ts';
import { openStores } from '#server/roles/engines.ts';
import { type Moved, type MoveEnd, moveSystem } from '#server/roles/move.ts';
import { PROJECTOR_LEASE } from '#server/roles/projector.ts';
import type { OpenStores } from '#server/roles/stores.ts';
import { noteEraOfLog } from '#server/roles/tornFolder.ts';
import { type KurrentDouble, startKurrentDouble } from '#test/doubles/kurrent/server.ts';
import { eventually, PASSWORD, signUpConfirmed } from '#test/server/support/student.ts';
import { type TestServer, testServer } from '#test/server/support/testServer.ts';
import { VISITOR } from '../../server/support/people.ts';
import { type TemporaryFolder, temporaryFolder, withFoundation } from '../support/storyFolder.ts';

let folder: TemporaryFolder;
let double: KurrentDouble;
beforeEach(async () => {
  folder = temporaryFolder();
  double = await startKurrentDouble();
});
afterEach(async () => {
  await double.stop();
  folder.remove();
});

const embedded = (): MoveEnd => {
  const { events, vault } = dataFolderPaths(folder.path);
  return {
    openLog: ({ readOnly }) => openSqliteEventStore(events, { readOnly }),
    openVault: () => openSqliteVault(vault),
  };
};
/** KurrentDB, with a vault in a file of its own in the place of MongoDB: `vaultMove.ts` shows that all are alike. */
const network = (): MoveEnd => ({
  openLog: ({ readOnly }) => openKurrentEventStore({ url: double.url, readOnly }),
  openVault: () => openSqliteVault(join(folder.path, 'network-vault.db')),
});

/** Stores of a server on the other engines. */
const networkStores: OpenStores = async (config, purpose, onDeath) => {
  const own = await openStores(config, purpose, onDeath);
  let log: EventStore;
  let vault: Vault;
  return {
    ...own,
    hasVault: async () => true,
    openEventStore: async () => (log = await network().openLog({ readOnly: false })),
    openVault: async () => (vault = await network().openVault()),
    async openReadModels() {
      const { sealed } = createEventLog(log, vault.keys, eventDefinitions);
      const readStore = createMemoryReadStore(readModels);
      const builder = createMemoryBuilder(readStore, sealed, projections);
      return { readStore, builder, takeOver: async () => undefined };
    },
  };
};

function move(
  source: MoveEnd,
  target: MoveEnd,
  change: { isBeside?: boolean; stop?: AbortSignal } = {},
): Promise<Moved> {
  const { isBeside = false, stop = new AbortController().signal } = change;
  const ends = { source, target, isBeside, close: async () => undefined };
  return moveSystem(ends, { onProgress: () => undefined, stop, pause: async () => undefined });
}

/** Registers somebody while no reactor runs. */
async function registerUnseen(word: string): Promise<void> {
  await withFoundation(folder.path, async ({ dispatcherAt }) => {
    const data = { email: `${word}@ou.edu`, name: 'Eve Curie', acceptedTerms: true };
    const outcome = await dispatcherAt(() => new Date()).dispatch(
      { id: crypto.randomUUID(), type: 'RegisterUser', version: 1, data },
      { actor: VISITOR, campus: 'ou', origin: 'server' },
    );
    expect(outcome).toEqual(expect.objectContaining({ ok: true }));
  });
}

/** Addresses that got mails, oldest first. */
async function mailed(server: TestServer): Promise<readonly string[]> {
  const answer = await server.browser().ask('GET', '/dev/mail', { headers: { accept: 'application/json' } });
  return (answer.json.mails as readonly { to: string }[]).map(({ to }) => to).toReversed();
}

/** People find this: Ada signs in, sees herself, and her page. */
async function seen(server: TestServer): Promise<unknown> {
  const ada = server.browser();
  const signedIn = await ada.ask('POST', '/api/session', { body: { email: 'ada@ou.edu', password: PASSWORD } });
  const page = await server.browser().ask('GET', '/api/people/by-username/adalovelace');
  return { status: signedIn.status, user: signedIn.json.user, page: page.json };
}

/** A process that has outlived the move notes its era, and the vault stays refused. */
async function stayMoved(): Promise<void> {
  const log = await embedded().openLog({ readOnly: true });
  const vault = await embedded().openVault();
  await noteEraOfLog(log, vault.checkpoints);
  expect(await vault.checkpoints.find(ERA_NOTE)).toBe(MOVED_AWAY);
  await vault.close();
  await log.close();
}

it('a system goes to KurrentDB and back: equal hashes, the same people and pages, each mail once', async () => {
  const server = await testServer({ dataDir: folder.path });
  await signUpConfirmed(server, 'ada');
  const before = await seen(server);
  expect(before).toMatchObject({ status: 200 });
  await server.close();
  await registerUnseen('eve');

  const there = await move(embedded(), network());
  expect(there.log.targetHash).toBe(there.log.sourceHash);
  expect(there.vault?.targetHash).toBe(there.vault?.sourceHash);
  await expect(testServer({ dataDir: folder.path })).rejects.toThrow('was moved to other engines');
  await stayMoved();

  const onKurrent = await testServer({ dataDir: folder.path }, { stores: networkStores });
  await eventually(async () => (await mailed(onKurrent)).includes('eve@ou.edu'));
  expect(await seen(onKurrent)).toEqual(before);
  await signUpConfirmed(onKurrent, 'bob');
  expect(await mailed(onKurrent)).toEqual(['ada@ou.edu', 'eve@ou.edu', 'bob@ou.edu']);
  await onKurrent.close();

  const back = await move(network(), embedded());
  expect(back.log.targetHash).toBe(back.log.sourceHash);
  expect(back.log.events).toBeGreaterThan(there.log.events);
  const again = await testServer({ dataDir: folder.path });
  expect(await seen(again)).toEqual(before);
  await signUpConfirmed(again, 'cyd');
  expect(await mailed(again)).toEqual(['ada@ou.edu', 'eve@ou.edu', 'bob@ou.edu', 'cyd@ou.edu']);
  await again.close();
});

it('beside a server the log is copied, and the vault stays until it is stopped', async () => {
  const server = await testServer({ dataDir: folder.path });
  await signUpConfirmed(server, 'ada');
  const first = await move(embedded(), network(), { isBeside: true });
  expect(first).toMatchObject({ obstacle: 'folder in use', vault: null });
  await signUpConfirmed(server, 'bob');
  await server.close();
  const second = await move(embedded(), network());
  expect(second).toMatchObject({ late: 0, obstacle: null });
  expect(second.log.copied).toBe(second.log.events - first.log.events);
  expect(second.log.targetHash).toBe(second.log.sourceHash);
});

it('neither end starts half a system while a move is under way, and the source does until the last step', async () => {
  const server = await testServer({ dataDir: folder.path });
  await signUpConfirmed(server, 'ada');
  await server.close();
  const stop = new AbortController();
  stop.abort();
  await expect(move(embedded(), network(), { stop: stop.signal })).rejects.toBe(stop.signal.reason);
  await expect(testServer({ dataDir: folder.path }, { stores: networkStores })).rejects.toThrow('only half copied');
  const source = await testServer({ dataDir: folder.path });
  await signUpConfirmed(source, 'bob');
  await source.close();
  const done = await move(embedded(), network());
  expect(done).toMatchObject({ late: 0, obstacle: null });
});

it('a log that grows on KurrentDB while it is copied is not moved', async () => {
  await registerUnseen('ada');
  await move(embedded(), network());
  const source = network();
  const growing: MoveEnd = {
    ...source,
    async openLog(options) {
      const log = await source.openLog(options);
      const writer = await network().openLog({ readOnly: false });
      const [event] = await log.readAll(START, 1);
      return {
        ...methodsOf(log),
        async head() {
          if (event !== undefined) {
            const added = { ...event, id: crypto.randomUUID() };
            await writer.append(`post-${crypto.randomUUID()}`, -1, [added]);
          }
          return log.head();
        },
        close: async () => {
          await writer.close();
          await log.close();
        },
      };
    },
  };
  expect(await move(growing, embedded())).toMatchObject({ late: 1, obstacle: 'log grows', vault: null });
});

it('a vault is not moved while a process of the cluster projects, and then is', async () => {
  await registerUnseen('ada');
  await move(embedded(), network());
  const vault = await network().openVault();
  const [holder, hourMs] = ['a projector', 3_600_000];
  const epoch = await vault.leases.acquire(PROJECTOR_LEASE, holder, hourMs);
  expect(await move(network(), embedded())).toMatchObject({ late: 0, obstacle: 'projector runs', vault: null });
  expect(await vault.leases.renew(PROJECTOR_LEASE, holder, epoch ?? 0, hourMs)).toBe(true);
  await vault.leases.release(PROJECTOR_LEASE, holder, epoch ?? 0);
  await vault.close();
  expect(await move(network(), embedded())).toMatchObject({ late: 0, obstacle: null });
});

/** A store whose methods can be replaced one by one. */
function methodsOf(log: EventStore): EventStore {
  return {
    appendsMayLandLate: log.appendsMayLandLate,
    eras: () => log.eras(),
    append: (...args) => log.append(...args),
    readStream: (...args) => log.readStream(...args),
    readAll: (...args) => log.readAll(...args),
    head: () => log.head(),
    eventAt: (...args) => log.eventAt(...args),
    distance: (...args) => log.distance(...args),
    check: () => log.check(),
    subscribe: (...args) => log.subscribe(...args),
    close: () => log.close(),
  };
}

it('wrong words and a missing address are explained', () => {
  const kurrent = { EVENTSTORE_URL: 'esdb://localhost:1?tls=false', MONGO_URL: 'mongodb://localhost:1/quad' };
  const there = { from: 'sqlite', to: 'kurrentdb' } as const;
  expect(() => readSettings({ from: 'sqlite', to: 'sqlite' }, folder.path, kurrent)).toThrow('nothing to move');
  expect(() => readSettings(there, folder.path, {})).toThrow('EVENTSTORE_URL and MONGO_URL are not set');
  expect(() => readSettings(there, folder.path, kurrent)).toThrow('There is no log at');
});
