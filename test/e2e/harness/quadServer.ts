import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEFAULT_CAMPUS } from '#domain/campus/registry.ts';
import { order } from '#scripts/cli/order.ts';
import { eventually } from './eventually.ts';
import { freePort } from './freePort.ts';
import { preloads } from './preloads.ts';
import { startQuadCluster } from './quadCluster.ts';
import type { Life, QuadServer } from './runningServer.ts';
import { IS_CLUSTER } from './slowness.ts';
import { exchange } from './wire.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Milliseconds that a start may take on a busy machine. */
const START_MAX_MS = 50_000;

/** Tries to remove the data: Windows holds the files of a process for a moment after its end. */
const REMOVAL_TRIES = 20;

/** The bare server on an empty folder, as the tests want it. */
const BARE = ['server/main.ts', '--empty'];

/** Hands a signal to a process. Windows has none, and ends a process without those that it has started. */
function endTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (process.platform === 'win32')
    execFileSync('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
  else child.kill(signal);
}

/**
 * Starts a server; `entry` is its script with its arguments, which may take `startMaxMs` milliseconds to be ready;
 * `variables` is more of its configuration.
 */
export async function startQuad(
  entry: readonly string[] = BARE,
  startMaxMs = START_MAX_MS,
  variables: Readonly<Record<string, string>> = {},
): Promise<QuadServer> {
  if (IS_CLUSTER && entry === BARE) return startQuadCluster(variables);
  const folder = mkdtempSync(join(tmpdir(), 'quad-e2e-'));
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const host = (campus = DEFAULT_CAMPUS) => `${campus}.localhost:${port}`;
  const output: string[] = [];
  let child: ChildProcess | null = null;

  async function start({ clockAheadMs = 0, isTroubled = false }: Life = {}) {
    if (child !== null) return;
    const words = [...preloads(clockAheadMs).flatMap((path) => ['--import', path]), ...entry];
    const process_ = spawn(process.execPath, words, {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        // Compiled once for all servers of a run: each start is half a second of a core cheaper.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        CLIENT_DIR: process.env.CLIENT_DIR ?? join(ROOT, 'dist'),
        QUAD_ENV: 'development',
        LOG_LEVEL: 'info',
        ...variables,
        QUAD_CLOCK_AHEAD_MS: String(clockAheadMs),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = process_;
    for (const stream of [process_.stdout, process_.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
    }
    await eventually(
      'the server is ready',
      async () => {
        if (process_.exitCode !== null) throw new Error(`The server ended by itself:\n${output.join('')}`);
        const { status } = await exchange({ method: 'GET', port, host: host(), path: '/health/ready' });
        return status === 200 || (isTroubled && status === 503) ? true : undefined;
      },
      startMaxMs,
    );
  }

  async function end(signal: NodeJS.Signals) {
    const process_ = child;
    child = null;
    if (process_ === null || process_.exitCode !== null || process_.signalCode !== null) return;
    const ended = once(process_, 'exit');
    endTree(process_, signal);
    await ended;
  }

  const server: QuadServer = {
    port,
    dataDir,
    host,
    origin: (campus = DEFAULT_CAMPUS, throughPort = port) => `http://${campus}.localhost:${throughPort}`,
    log: () => output.join(''),
    order: (name, args) => order(dataDir, name, args, () => undefined),
    start,
    kill: () => end('SIGKILL'),
    async remove() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true, maxRetries: REMOVAL_TRIES });
    },
  };
  await start();
  return server;
}
