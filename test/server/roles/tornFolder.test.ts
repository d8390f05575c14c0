import { randomUUID } from 'node:crypto';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataFolderRefused } from '#server/ports/dataFolderRefused.ts';
import { signUpConfirmed } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

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
async function refusal(): Promise<unknown> {
  try {
    await (await testServer({ dataDir: server.dataDir })).close();
    return null;
  } catch (error) {
    return error;
  }
}

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
