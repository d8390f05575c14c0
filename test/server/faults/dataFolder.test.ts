import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataFolderRefused } from '#server/ports/dataFolderRefused.ts';
import { reachedName } from '#server/reactors/checkpoint.ts';
import { eventually } from '#test/e2e/harness/eventually.ts';
import { picture } from '../support/pictures.ts';
import { NotStarted, startServerProcess } from '../support/serverProcess.ts';
import { type Student, signUpMember, write } from '../support/student.ts';
import { testServer } from '../support/testServer.ts';

const POSTS = 6;
/** Exit code of the process: the data folder can't be used. */
const REFUSED = 3;

let root: string;
/** A data folder as a kill leaves it, with its write-ahead logs. */
let killed: string;
let posts: readonly string[];
let ada: Student;
let copies = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'quad-folders-'));
  // The user `nobody` has to reach the folder that refuses it.
  await chmod(root, 0o755);
  const server = await testServer({ dataDir: join(root, 'data') });
  ada = await signUpMember(server, 'ada', await picture(20, 20));
  const written: string[] = [];
  for (let n = 0; n < POSTS; n += 1) written.unshift(await write(ada, `Post ${n}.`));
  posts = written;
  // Reactors save their checkpoints within a second: these prove the earlier length of the log.
  const vault = new DatabaseSync(join(root, 'data', 'vault.db'), { readOnly: true });
  const events = new DatabaseSync(join(root, 'data', 'events.db'), { readOnly: true });
  // A note of progress beside a checkpoint that waits is left where that caught up.
  const place = vault.prepare('SELECT CAST(min(position) AS INTEGER) AS at FROM checkpoints WHERE reactor NOT LIKE ?');
  const head = events.prepare('SELECT max(position) AS at FROM events');
  await eventually('the places are kept', () =>
    place.get(`${reachedName('')}%`)?.at === head.get()?.at ? true : undefined,
  );
  vault.close();
  events.close();
  killed = join(root, 'killed');
  await cp(join(root, 'data'), killed, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  await server.close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A copy to be harmed. */
async function copy(): Promise<string> {
  copies += 1;
  const folder = join(root, `copy-${copies}`);
  await cp(killed, folder, { recursive: true });
  return folder;
}

/** Starts the process on a folder; returns its exit code and the reason. */
async function refusal(dataDir: string, preload: readonly string[] = []) {
  try {
    await (await startServerProcess({ dataDir, preload })).end();
  } catch (error) {
    if (error instanceof NotStarted) return [error.code, error.message] as const;
    throw error;
  }
  return [null, 'It started.'] as const;
}

/** The first window of the feed of a server on a folder; a refusal when it does not start. */
async function feedOf(dataDir: string): Promise<readonly string[] | DataFolderRefused> {
  try {
    const server = await testServer({ dataDir });
    const { json } = await server.browser().ask('GET', '/api/topics/feed:ou');
    await server.close();
    const { documents } = json as { documents: { collection: string; key: string; doc: { kind?: string } }[] };
    return documents
      .filter(({ collection, doc }) => collection === 'posts' && doc.kind === 'post')
      .map(({ key }) => key);
  } catch (error) {
    if (error instanceof DataFolderRefused) return error;
    throw error;
  }
}

function withSql(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

describe('the process ends cleanly, and names the fault and its remedy', () => {
  it('in a folder that may only be read', async () => {
    const folder = await copy();
    await chmod(folder, 0o555);
    const [code, said] = await refusal(folder, [join(import.meta.dirname, 'asNobody.ts')]);
    expect(code).toBe(REFUSED);
    expect(said).toBe(
      `The data folder ${folder} can't be written to (EACCES). Give the user who runs Quad the right to write it, or set DATA_DIR to another folder.`,
    );
  });

  it.each([
    [
      'event log of another program',
      'events.db',
      'PRAGMA application_id = 77',
      /events\.db is a database of another program/,
    ],
    [
      'event log of a newer release',
      'events.db',
      'PRAGMA user_version = 99',
      /events\.db has format 99.*newer release/,
    ],
  ])('with an %s', async (_, file, sql, message) => {
    const folder = await copy();
    withSql(join(folder, file), sql);
    const before = await readFile(join(folder, file));
    const [code, said] = await refusal(folder);
    expect([code, said]).toEqual([REFUSED, expect.stringMatching(message)]);
    // One line, no stack; and nothing was changed.
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(await readFile(join(folder, file))).toEqual(before);
  });
});

it('[P1] [P3] a torn event log is never gone on with as if nothing were lost', async () => {
  const { size } = await stat(join(killed, 'events.db-wal'));
  for (const part of [0, 0.5, 0.99]) {
    const folder = await copy();
    await truncate(join(folder, 'events.db-wal'), Math.floor(size * part));
    const outcome = await feedOf(folder);
    expect(outcome).toBeInstanceOf(DataFolderRefused);
    expect(String(outcome)).toMatch(
      /is torn: .* Restore the whole folder from a backup; or move the whole folder away/,
    );
  }
});

it('[P4] read models that are torn, gone or of another release are built again before anybody is served', async () => {
  const whole = await feedOf(await copy());
  // No acknowledged event from before the kill is lost.
  expect(whole).toEqual(posts);
  const harms: readonly ((readModels: string) => Promise<unknown>)[] = [
    (readModels) => rm(readModels, { recursive: true }),
    async (readModels) => {
      // Which had a folder for each release.
      await mkdir(join(readModels, 'of-an-older-release'));
      for (const name of await readdir(readModels)) {
        if (name !== 'of-an-older-release')
          await rename(join(readModels, name), join(readModels, 'of-an-older-release', name));
      }
    },
    async (readModels) => {
      const names = await readdir(readModels);
      for (const name of names.filter((each) => each.endsWith('.db'))) {
        await writeFile(join(readModels, name), 'Dear diary, '.repeat(1_000));
      }
    },
  ];
  for (const harm of harms) {
    const folder = await copy();
    await harm(join(folder, 'read-models'));
    expect(await feedOf(folder)).toEqual(whole);
    expect(await readdir(join(folder, 'read-models'))).not.toContain('of-an-older-release');
  }
});
