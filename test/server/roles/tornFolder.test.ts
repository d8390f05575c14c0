import { randomUUID } from 'node:crypto';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { openSqliteVault } from '#server/engines/sqlite/vault/vault.ts';
import { DataFolderRefused } from '#server/ports/dataFolderRefused.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import type { CheckpointVault } from '#server/ports/vault.ts';
import { openFoundation } from '#server/roles/foundation.ts';
import type { Stores } from '#server/roles/stores.ts';
import { noteEraOfLog, refuseOtherLog } from '#server/roles/tornFolder.ts';
import { sampleEvents } from '#test/contract/eventStoreSamples.ts';
import { signUpConfirmed } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const NO_MAIL = { smtpUrl: null, mailFrom: 'quad@quad.example', environment: 'development' } as const;

let server: TestServer;

beforeEach(async () => {
  server = await testServer();
  await signUpConfirmed(server, 'ada');
  await server.close();
});
afterEach(async () => {
  await rm(server.dataDir, { recursive: true, force: true });
});

/** Loses a database with everything that SQLite keeps beside it. */
async function lose(name: string): Promise<void> {
  const files = (await readdir(server.dataDir)).filter((file) => file.startsWith(name));
  expect(files).toContain(name);
  for (const file of files) await rm(join(server.dataDir, file));
}

/** Starts again on the folder; answers why it did not. */
async function refusal(dataDir = server.dataDir): Promise<unknown> {
  try {
    await (await testServer({ dataDir })).close();
    return null;
  } catch (error) {
    return error;
  }
}

it('a process that does not reach its vault begins no era of the log, or many of them push out the one it knows', async () => {
  const opened: string[] = [];
  const stores = {
    hasVault: async () => {
      throw new Unavailable('MongoDB does not answer.');
    },
    openEventStore: async () => void opened.push('log'),
    close: async () => void opened.push('closed'),
  } as unknown as Stores;
  const config = { dataDir: 'data', smtpUrl: null, mailFrom: 'quad@quad.example', environment: 'production' } as const;
  await expect(openFoundation(config, 'server', { open: async () => stores })).rejects.toThrow(Unavailable);
  expect(opened).toEqual(['closed']);
});

describe('a vault and a log that several processes open', () => {
  const folder = { path: 'a folder' };

  it('stay together when two processes begin at the same time, whichever notes its era first', async () => {
    const store = createMemoryEventStore();
    const { checkpoints } = createMemoryVault();
    store.begin();
    // Both look for the note before either of them makes it.
    const both = Promise.withResolvers<void>();
    let looked = 0;
    const slow: CheckpointVault = {
      ...checkpoints,
      async find(reactor) {
        const found = await checkpoints.find(reactor);
        looked += 1;
        if (looked === 2) both.resolve();
        await both.promise;
        return found;
      },
    };
    const first = refuseOtherLog(folder, store, slow, []);
    const { position: before } = await store.append('s-1', NO_STREAM, sampleEvents(1));
    store.begin();
    const second = refuseOtherLog(folder, store, slow, []);
    await Promise.all([first, second]);
    const { position } = await store.append('s-2', NO_STREAM, sampleEvents(1));
    store.begin();
    await refuseOtherLog(folder, store, checkpoints, [before, position]);
  });

  it('stay together when a process ends before it notes the era that it has begun', async () => {
    const store = createMemoryEventStore();
    const { checkpoints } = createMemoryVault();
    await refuseOtherLog(folder, store, checkpoints, []);
    store.begin();
    await noteEraOfLog(store, checkpoints);
    const { position } = await store.append('s-1', NO_STREAM, sampleEvents(1));
    store.begin();
    await refuseOtherLog(folder, store, checkpoints, [position]);
  });
});

describe('a vault whose note is a moment late', () => {
  /** Two eras have begun since the noted one, and reactors went on behind the beginning of the first of them. */
  async function late() {
    const store = createMemoryEventStore();
    const { checkpoints } = createMemoryVault();
    await refuseOtherLog({ path: 'a folder' }, store, checkpoints, []);
    store.begin();
    const { position } = await store.append('s-1', NO_STREAM, sampleEvents(1));
    store.begin();
    return { store, checkpoints, position };
  }

  it('is of this log as soon as another process has noted its era', async () => {
    const { store, checkpoints, position } = await late();
    const folder = { path: 'a folder', areExclusive: false };
    let waits = 0;
    const wait = async () => {
      waits += 1;
      if (waits === 3) await noteEraOfLog(store, checkpoints);
    };
    await refuseOtherLog(folder, store, checkpoints, [position], wait);
    expect(waits).toBe(3);
  });

  it('is refused when nobody notes one, and at once where there is nobody else', async () => {
    const { store, checkpoints, position } = await late();
    let waits = 0;
    const wait = async () => {
      waits += 1;
    };
    for (const areExclusive of [true, false]) {
      const folder = { path: 'a folder', areExclusive };
      await expect(refuseOtherLog(folder, store, checkpoints, [position], wait)).rejects.toThrow('is torn');
      expect(waits).toBe(areExclusive ? 0 : 14);
    }
  });

  it('is read before the eras: another process may note one between the two', async () => {
    const { store, checkpoints } = await late();
    let isNoted = false;
    const noting = async () => {
      if (isNoted) return;
      isNoted = true;
      store.begin();
      await noteEraOfLog(store, checkpoints);
    };
    const between = {
      eras: async () => {
        const eras = await store.eras();
        await noting();
        return eras;
      },
    };
    await noteEraOfLog(store, checkpoints);
    const folder = { path: 'a folder', areExclusive: true };
    await refuseOtherLog(folder, between, checkpoints, []);
  });
});

describe('a data folder of which a part is gone', () => {
  it.each(['vault.db', 'events.db'])('is refused without %s, naming the folder and the way out', async (name) => {
    await lose(name);
    for (let start = 0; start < 2; start += 1) {
      const refused = await refusal();
      expect(refused).toBeInstanceOf(DataFolderRefused);
      expect(refused).toMatchObject({ code: 'CORRUPT', path: server.dataDir });
      expect(String(refused)).toMatch(
        /is torn: .* Restore the whole folder from a backup; or move the whole folder away/,
      );
      expect(String(refused)).toContain(server.dataDir);
    }
  });

  it('is refused when its vault holds nothing: no address can be registered a second time', async () => {
    await lose('vault.db');
    await (await openSqliteVault(join(server.dataDir, 'vault.db'))).close();
    for (let start = 0; start < 2; start += 1) {
      const refused = await refusal();
      expect(refused).toMatchObject({ code: 'CORRUPT', path: server.dataDir });
      expect(String(refused)).toContain('its vault has lost its contents (no secret session, claim, command)');
    }
  });

  it('is refused when what SQLite keeps beside its vault is gone, as after a kill and a copy of half the files', async () => {
    const killed = await testServer();
    const copy = `${killed.dataDir}-copy`;
    try {
      await signUpConfirmed(killed, 'eve');
      const filter = (path: string) => !/vault\.db-|lock|holder|control/.test(path);
      await cp(killed.dataDir, copy, { recursive: true, filter });
      expect(await readdir(copy)).toContain('vault.db');
      for (let start = 0; start < 2; start += 1) {
        const refused = await refusal(copy);
        expect(refused).toMatchObject({ code: 'CORRUPT', path: copy });
        expect(String(refused)).toContain('is torn');
      }
    } finally {
      await killed.end();
      await rm(copy, { recursive: true, force: true });
    }
  });

  it('is refused when its vault is that of another folder which no log was noted in', async () => {
    const other = `${server.dataDir}-other`;
    await (await openFoundation({ ...NO_MAIL, dataDir: other })).close();
    await lose('vault.db');
    for (const file of await readdir(other)) {
      if (file.startsWith('vault.db')) await cp(join(other, file), join(server.dataDir, file));
    }
    await rm(other, { recursive: true });
    const refused = await refusal();
    expect(refused).toMatchObject({ code: 'CORRUPT', path: server.dataDir });
    expect(String(refused)).toContain('its vault is another one than the folder was used with');
  });

  it('is refused when its log is another one than its vault was used with, however long it is', async () => {
    const other = `${server.dataDir}-other`;
    await cp(server.dataDir, other, { recursive: true });
    const signUpIn = async (dataDir: string, names: readonly string[]) => {
      const at = await testServer({ dataDir });
      for (const name of names) await signUpConfirmed(at, name);
      await at.close();
    };
    await signUpIn(server.dataDir, ['bob']);
    await signUpIn(other, ['eve', 'fay', 'gus']);
    await lose('events.db');
    for (const file of await readdir(other)) {
      if (file.startsWith('events.db')) await cp(join(other, file), join(server.dataDir, file));
    }
    await rm(other, { recursive: true });
    const refused = await refusal();
    expect(refused).toMatchObject({ code: 'CORRUPT', path: server.dataDir });
    expect(String(refused)).toMatch(/its vault was used with a log that holds other events/);
  });

  it('opens when nothing is', async () => {
    expect(await refusal()).toBeNull();
  });

  it('builds its read models again when they are gone: they are only a fold of the log', async () => {
    await rm(join(server.dataDir, 'read-models'), { recursive: true });
    const again = await testServer({ dataDir: server.dataDir });
    try {
      const answer = await again.browser().ask('GET', '/api/people/by-username/adalovelace');
      expect([answer.status, typeof answer.json.id]).toEqual([200, 'string']);
      const form = {
        id: randomUUID(),
        email: 'ada@ou.edu',
        name: 'Ada Byron',
        password: 'engine-1843',
        acceptedTerms: true,
      };
      const taken = await again.browser().ask('POST', '/api/registration', { body: form });
      expect(taken.json.error.code).toBe('EMAIL_TAKEN');
    } finally {
      await again.close();
    }
  });
});
