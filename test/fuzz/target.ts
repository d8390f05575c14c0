import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(import.meta.dirname, '../..');
/** Milliseconds that a server may take to serve, and to end. */
const START_MS = 60_000;
const STOP_MS = 20_000;
const RESIDENT_METRIC = /^quad_memory_resident_bytes (\S+)$/m;

/** A server under fuzz, seen from outside. */
export interface Target {
  readonly port: number;
  /** Called with every line that it writes, from the first one on. */
  onLine(listen: (line: string) => void): void;
  /** Why it ended by itself, `null` while it runs. */
  ended(): string | null;
  /** Bytes of memory that it holds, `null` when it does not tell. */
  residentBytes(): Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * Starts the product as a process of its own over a new folder, with its own limits. Behind one proxy: the network
 * address comes from `X-Forwarded-For`, as in production, so that the inputs seem to come from many.
 */
export async function startTarget(port: number): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quad-fuzz-'));
  const child = spawn(process.execPath, ['server/main.ts', '--empty'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      CLIENT_DIR: join(ROOT, 'test/server/support/client'),
      QUAD_ENV: 'development',
      LOG_LEVEL: 'debug',
      TRUSTED_PROXIES: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  const started = new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        for (const listen of listeners) listen(line);
        const found = /^Quad is running: .*:(\d+)/.exec(line);
        if (found !== null) resolve(Number(found[1]));
      });
    }
    child.once('exit', (code) => reject(new Error(`The server did not start (${code}):\n${lines.join('\n')}`)));
    setTimeout(() => reject(new Error('The server did not start in time.')), START_MS).unref();
  });
  const served = await started.catch(async (error: unknown) => {
    await end(child);
    throw error;
  });
  return {
    port: served,
    onLine(listen) {
      for (const line of lines) listen(line);
      lines.length = 0;
      listeners.push(listen);
    },
    ended: () =>
      child.exitCode === null && child.signalCode === null ? null : `exit ${child.exitCode ?? child.signalCode}`,
    residentBytes: () => residentBytes(served),
    async stop() {
      await end(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function residentBytes(port: number): Promise<number | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null);
  const found = RESIDENT_METRIC.exec((await answer?.text()) ?? '');
  return found === null ? null : Number(found[1]);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}
