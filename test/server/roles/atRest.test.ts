import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ServerProcess, startServerProcess } from '../support/serverProcess.ts';
import { LOADED_MODULES_VARIABLE, type LoadedModules } from './support/loadedModules.ts';

/** Milliseconds; the machine may be busy. */
const TIMEOUT_MS = 60_000;
const ROOT = join(import.meta.dirname, '../../..');
const PRELOAD = [join(import.meta.dirname, 'support/loadedModules.ts')];

/** Dependencies that every server needs from its start; one more is a decision. The others are imported when needed. */
const AT_REST = [
  '@noble/hashes',
  'bcrypt',
  'bowser',
  'busboy',
  'compression',
  'engine.io',
  'express',
  'helmet',
  'ipaddr.js',
  'jsonwebtoken',
  // Which link a post has is a rule of the domain. 0.2 MB.
  'linkifyjs',
  'pino',
  // The words that a text is found by are the same everywhere. 0.02 MB.
  'pluralize',
  'prom-client',
  'socket.io',
  'socket.io-parser',
  // Socket.IO's own.
  'ws',
  'zod',
];

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

/** The packages of `node_modules` that files are of, nested copies included. */
function packagesOf(files: readonly string[]): ReadonlySet<string> {
  const names = files.map((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

describe('a server at rest', () => {
  let folder: string;
  let server: ServerProcess;
  let loaded: LoadedModules;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quad-at-rest-'));
    const list = join(folder, 'loaded.json');
    const environment = { [LOADED_MODULES_VARIABLE]: list };
    server = await startServerProcess({ dataDir: join(folder, 'data'), environment, preload: PRELOAD });
    await fetch(`http://127.0.0.1:${server.port}/health/ready`);
    await server.end();
    loaded = (await readJson(list)) as LoadedModules;
  }, TIMEOUT_MS);
  afterAll(async () => {
    await server?.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('has loaded the dependencies that it needs, and no other', async () => {
    const { dependencies } = (await readJson(join(ROOT, 'package.json'))) as { dependencies: object };
    const packages = packagesOf(loaded.files);
    expect(Object.keys(dependencies).filter((name) => packages.has(name))).toEqual(AT_REST);
  });

  it("has not loaded Node's client of HTTP, which is larger than its server", () => {
    expect(loaded.builtIn.filter((name) => name.includes('undici'))).toEqual([]);
  });

  it('has one table of media types: each copy is 180 KB of JSON', async () => {
    const { packages } = (await readJson(join(ROOT, 'package-lock.json'))) as { packages: object };
    expect(Object.keys(packages).filter((path) => path.endsWith('/mime-db'))).toEqual(['node_modules/mime-db']);
  });
});
