import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Milliseconds that a start may take on a busy machine; it includes the recovery after a kill. */
const START_MAX_MS = 30_000;
const LOOK_EVERY_MS = 20;
/** Milliseconds that a start is taken to need before one was seen. */
const FIRST_GUESS_MS = 1_000;
/** Level from which a log line means that something went wrong with the server itself (pino: 50 is error). */
const ERROR_LEVEL = 50;

/** Module that breaks the program as `QUAD_SABOTAGE` says. */
export const SABOTAGE_PRELOAD = join(import.meta.dirname, '../sabotage/preload.ts');

/** Servers that run: none outlives this process. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Where the stores are: a data folder, and the addresses of engines if they are apart. */
export interface StoresPlace {
  readonly dataDir: string;
  readonly eventStoreUrl?: string;
  readonly mongoUrl?: string;
  /** Left out: the search index is in the data folder. */
  readonly typesense?: { readonly url: string; readonly apiKey: string };
}

/** Opens the page of metrics of the processes under test (`METRICS_TOKEN`). */
export const METRICS_TOKEN = 'token-of-the-crash-run';
/** The metric with the lag of the search index behind the read models. */
const SEARCH_LAG = /^quad_search_lag_events (\S+)$/m;

/** The server, always on the same stores and port: in a process of its own, or as a cluster. */
export interface ServerProcess {
  readonly stores: StoresPlace;
  readonly port: number;
  /** Starts it and returns at once. */
  launch(): void;
  /** Resolves when it serves. @throws Error it does not start */
  ready(): Promise<void>;
  /** Milliseconds that the last start took which nothing disturbed. */
  usualStartMs(): number;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** As an operator would end it; answers the exit code. */
  terminate(): Promise<number | null>;
  /** Lines of its log that speak of a fault. */
  errors(): readonly string[];
  /** Events that its search index is behind its read models; `null`: no process can say that now. */
  searchLag(): Promise<number | null>;
}

export interface ServerProcessOptions {
  readonly stores: StoresPlace;
  readonly port: number;
  /** Name of a sabotage that it runs with. */
  readonly sabotage?: string | undefined;
  /** Offset of its clock in milliseconds. */
  readonly clockAheadMs?: number;
}

/** Where compiled modules are kept, so that a server starts in half the time (`scripts/bootstrap.mjs`). */
const COMPILED = process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules', '.cache', 'node');

export function createServerProcess({ stores, port, sabotage, clockAheadMs }: ServerProcessOptions): ServerProcess {
  let child: ChildProcess | null = null;
  let output = '';
  let launchedAt: number | null = null;
  let usualStartMs = FIRST_GUESS_MS;
  const preload = [
    ...(sabotage === undefined ? [] : ['--import', SABOTAGE_PRELOAD]),
    ...(clockAheadMs === undefined ? [] : ['--import', join(import.meta.dirname, 'clockAhead.ts')]),
  ];

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = child;
    child = null;
    if (ending === null) return null;
    if (ending.exitCode !== null) return ending.exitCode;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  }

  async function isReady(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
    } catch {
      // No server listens yet.
      return false;
    }
  }

  return {
    stores,
    port,
    launch() {
      launchedAt = performance.now();
      child = spawn(process.execPath, [...preload, join(ROOT, 'server/main.ts'), '--empty'], {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          PORT: String(port),
          DATA_DIR: stores.dataDir,
          ...(stores.eventStoreUrl !== undefined && { EVENTSTORE_URL: stores.eventStoreUrl }),
          ...(stores.mongoUrl !== undefined && { MONGO_URL: stores.mongoUrl }),
          ...(stores.typesense && { TYPESENSE_URL: stores.typesense.url, TYPESENSE_API_KEY: stores.typesense.apiKey }),
          METRICS_TOKEN,
          LOG_LEVEL: 'error',
          // Each person has an address of their own, because brakes are not tested here.
          TRUSTED_PROXIES: '1',
          NODE_COMPILE_CACHE: COMPILED,
          ...(sabotage !== undefined && { QUAD_SABOTAGE: sabotage }),
          ...(clockAheadMs !== undefined && { QUAD_CLOCK_AHEAD_MS: String(clockAheadMs) }),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const started = child;
      running.add(started);
      started.once('exit', () => running.delete(started));
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      }
    },
    async ready() {
      const until = Date.now() + START_MAX_MS;
      while (!(await isReady())) {
        if (child?.exitCode !== null || Date.now() > until) throw new Error(`The server does not come up:\n${output}`);
        await pause(LOOK_EVERY_MS);
      }
      if (launchedAt !== null) usualStartMs = performance.now() - launchedAt;
      launchedAt = null;
    },
    usualStartMs: () => usualStartMs,
    kill: async () => void (await end('SIGKILL')),
    terminate: () => end('SIGTERM'),
    errors: () => output.split('\n').filter(isError),
    searchLag: () => searchLagAt(port),
  };
}

/** The lag of the search index as the process on a port says it; `null`: it does not know, or does not answer. */
export async function searchLagAt(port: number): Promise<number | null> {
  try {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const page = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
    const lag = Number(SEARCH_LAG.exec(page)?.[1] ?? Number.NaN);
    return Number.isNaN(lag) ? null : lag;
  } catch {
    // It is just being started, or ended.
    return null;
  }
}

/** Whether a line is a log line of an error, or no log line at all: warnings of Node, a stack. */
export function isError(line: string): boolean {
  if (!line.startsWith('{')) return /error|warning/i.test(line);
  return Number((JSON.parse(line) as { level?: unknown }).level) >= ERROR_LEVEL;
}
