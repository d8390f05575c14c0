import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';

/** Milliseconds; the machine may be busy. */
const TIMEOUT_MS = 60_000;
const MAIN = join(import.meta.dirname, '..', '..', '..', 'server', 'main.ts');

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quad-process-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Starts the server as its own process. */
function start(environment: Record<string, string>, flags: readonly string[] = []) {
  const child: ChildProcess = spawn(process.execPath, [MAIN, ...flags], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output })));
  cleanUps.push(() => {
    child.kill('SIGKILL');
    return ended;
  });
  const started = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
        if (address !== undefined) resolve(address);
      });
    }
    void ended.then(({ output: said }) => reject(new Error(said)));
  });
  started.catch(() => undefined);
  return { child, started, ended };
}

describe('the process', () => {
  it(
    'serves, and ends in order on a signal',
    async () => {
      const dataDir = await newFolder();
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        const { child, started, ended } = start({ DATA_DIR: dataDir, LOG_LEVEL: 'info' });
        expect((await fetch(`${await started}/health/ready`)).status).toBe(200);
        child.kill(signal);
        const { code, output } = await ended;
        expect(code).toBe(0);
        const lines = output.split('\n').filter((line) => line.startsWith('{'));
        expect(lines.length).toBeGreaterThan(0);
        const origin = { role: 'api,hub,projector,worker', process: expect.stringMatching(`:${child.pid}$`) };
        for (const line of lines) expect(JSON.parse(line)).toMatchObject(origin);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'starts again after a kill',
    async () => {
      const dataDir = await newFolder();
      const first = start({ DATA_DIR: dataDir });
      await first.started;
      first.child.kill('SIGKILL');
      await first.ended;
      const second = start({ DATA_DIR: dataDir });
      expect((await fetch(`${await second.started}/health/live`)).status).toBe(200);
    },
    TIMEOUT_MS,
  );

  it(
    'names a variable that it does not understand',
    async () => {
      const { code, output } = await start({ PORT: 'http' }).ended;
      expect([code, output]).toEqual([2, 'PORT is "http": it takes a whole number from 0 to 65535.\n']);
    },
    TIMEOUT_MS,
  );

  it(
    'says that the port is in use, and how to choose another',
    async () => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      cleanUps.push(() => new Promise((resolve) => other.close(resolve)));
      const { port } = other.address() as AddressInfo;
      const { code, output } = await start({ DATA_DIR: await newFolder(), PORT: String(port) }).ended;
      expect(code).toBe(4);
      expect(output).toContain(`Port ${port} on 127.0.0.1 is in use by another program.`);
      expect(output).toContain(`PORT=${port + 1}`);
    },
    TIMEOUT_MS,
  );

  it(
    'names a data folder that is not ours, and the way out',
    async () => {
      const dataDir = await newFolder();
      await writeFile(join(dataDir, 'thesis.doc'), 'Mine.');
      const { code, output } = await start({ DATA_DIR: dataDir }).ended;
      expect(code).toBe(3);
      expect(output).toContain(dataDir);
      expect(output).toContain('Set DATA_DIR to an empty or new folder.');
    },
    TIMEOUT_MS,
  );

  it(
    'refuses a data folder that another process has, and names that',
    async () => {
      const dataDir = await newFolder();
      const first = start({ DATA_DIR: dataDir });
      await first.started;
      const { code, output } = await start({ DATA_DIR: dataDir }).ended;
      expect(code).toBe(3);
      expect(output).toContain(`is in use by process ${first.child.pid}`);
    },
    TIMEOUT_MS,
  );
});
