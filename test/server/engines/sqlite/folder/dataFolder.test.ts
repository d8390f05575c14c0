import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DataFolder, openDataFolder } from '#server/engines/sqlite/folder/dataFolder.ts';
import { findHolder } from '#server/engines/sqlite/folder/dataFolderLock.ts';
import { DataFolderRefused } from '#server/ports/dataFolderRefused.ts';

const CHILD = fileURLToPath(new URL('./dataFolderChild.ts', import.meta.url));
/** Permission bits of a file mode. */
const PERMISSIONS = 0o777;

let root: string;
let path: string;
const open: DataFolder[] = [];

const take = async (folder = path): Promise<DataFolder> => {
  const taken = await openDataFolder(folder);
  open.push(taken);
  return taken;
};
const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'was not refused',
    (error: unknown) => error,
  );

/** Starts another process on the folder; answers its first line (`open`, or why not). */
async function child(...args: readonly string[]) {
  const other = spawn(process.execPath, [CHILD, path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: other.stdout }), 'line')) as [string];
  const end = async (signal?: NodeJS.Signals) => {
    const exit = other.exitCode === null && other.signalCode === null ? once(other, 'exit') : null;
    if (signal === undefined) other.stdin.end();
    else other.kill(signal);
    await exit;
  };
  return { pid: other.pid, line, end };
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quad-folder-'));
  path = join(root, 'data');
});
afterEach(async () => {
  for (const folder of open.splice(0)) await folder.close();
  rmSync(root, { recursive: true });
});

describe('a data folder', () => {
  it('is made, private to its owner, and marked as ours', async () => {
    const folder = await openDataFolder(path, { now: () => new Date('2026-01-02T03:04:05.678Z') });
    open.push(folder);
    expect(folder).toMatchObject({ path, isNew: true, events: join(path, 'events.db'), vault: join(path, 'vault.db') });
    expect(statSync(path).mode & PERMISSIONS).toBe(0o700);
    expect(JSON.parse(readFileSync(join(path, 'quad.json'), 'utf8'))).toEqual({
      format: 1,
      created: '2026-01-02T03:04:05.678Z',
    });
  });

  it('opens again after it was closed, and is not new then', async () => {
    await (await take()).close();
    await expect(take()).resolves.toMatchObject({ isNew: false });
  });

  it('is made in an empty folder, also at the root of a mounted disk', async () => {
    await (await take()).close();
    rmSync(join(path, 'quad.json'));
    writeFileSync(join(path, '.gitkeep'), '');
    await expect(take()).resolves.toMatchObject({ isNew: true });
  });

  it('that holds something else is refused untouched, naming what it holds', async () => {
    writeFileSync(join(root, 'thesis.doc'), 'all my work');
    const error = await refusal(take(root));
    expect(error).toBeInstanceOf(DataFolderRefused);
    expect(error).toMatchObject({ code: 'FOREIGN', path: root });
    expect((error as Error).message).toContain('thesis.doc');
    expect((error as Error).message).toContain('DATA_DIR');
    expect(existsSync(join(root, 'quad.lock'))).toBe(false);
  });

  it('of a newer format is refused, naming both formats', async () => {
    await (await take()).close();
    writeFileSync(join(path, 'quad.json'), '{"format": 99, "created": "2030-01-01T00:00:00.000Z"}');
    const error = await refusal(take());
    expect(error).toMatchObject({ code: 'NEWER_FORMAT' });
    expect((error as Error).message).toMatch(/format 99.*up to 1.*newer release/);
  });

  it.each(['', '{"format": 1', '[]', '{"format": "one"}'])('with a damaged mark %j is refused', async (mark) => {
    await (await take()).close();
    writeFileSync(join(path, 'quad.json'), mark);
    const error = await refusal(take());
    expect(error).toMatchObject({ code: 'CORRUPT' });
    expect((error as Error).message).toMatch(/quad\.json.*backup.*move the whole folder away/);
  });

  it('whose name is taken by a file is refused', async () => {
    writeFileSync(path, '');
    await expect(refusal(take())).resolves.toMatchObject({ code: 'NOT_A_FOLDER', path });
    await expect(refusal(take(join(path, 'below')))).resolves.toMatchObject({ code: 'NOT_A_FOLDER' });
  });

  it('that may not be written is refused, naming it and the way out', async () => {
    await (await take()).close();
    const other = await child('unprivileged');
    await other.end();
    expect(other.line).toMatch(/^NOT_WRITABLE .*can't be written to \(EACCES\).*DATA_DIR/);
    expect(other.line).toContain(path);
  });
});

describe('a second process on a data folder', () => {
  it('is refused, and the first one is named', async () => {
    const first = await child();
    expect(first.line).toBe('open');
    const error = await refusal(take());
    await first.end();
    expect(error).toMatchObject({ code: 'IN_USE', path });
    expect((error as Error).message).toContain(`process ${first.pid} (child)`);
    expect((error as Error).message).toContain('Stop it first');
  });

  it('is refused in the same process too', async () => {
    await take();
    await expect(refusal(take())).resolves.toMatchObject({ code: 'IN_USE' });
  });

  it('takes over from one that was killed', async () => {
    const first = await child();
    await first.end('SIGKILL');
    expect(existsSync(join(path, 'running.json'))).toBe(true);
    await expect(findHolder(path)).resolves.toBeNull();
    await expect(take()).resolves.toMatchObject({ isNew: false });
  });

  it('gets in alone when several start at once on a new folder', async () => {
    const children = await Promise.all(Array.from({ length: 4 }, () => child()));
    const lines = children.map(({ line }) => line);
    await Promise.all(children.map(({ end }) => end()));
    expect(lines.filter((line) => line === 'open')).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('IN_USE '))).toHaveLength(3);
  });

  it('learns where the first one takes orders, as long as it runs', async () => {
    await expect(findHolder(path)).resolves.toBeNull();
    const folder = await take();
    const control = { socket: join(path, 'control.sock'), token: 'secret token' };
    await expect(findHolder(path)).resolves.toMatchObject({ pid: process.pid, purpose: 'server', control: null });
    await folder.announceControl(control);
    await expect(findHolder(path)).resolves.toMatchObject({ pid: process.pid, control });
    expect(statSync(join(path, 'running.json')).mode & PERMISSIONS).toBe(0o600);
    await folder.close();
    await expect(findHolder(path)).resolves.toBeNull();
  });

  it('is not disturbed by a first one that is closed twice', async () => {
    const first = await take();
    await first.close();
    await take();
    await first.close();
    await expect(findHolder(path)).resolves.toMatchObject({ pid: process.pid });
  });
});
