import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, openBrowser } from './browser.ts';
import { METRICS_TOKEN } from './metricsToken.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Milliseconds that a server may take to serve, and to end. */
const START_MS = 60_000;
const STOP_MS = 20_000;
/** Most lines kept; the older half is dropped first. */
const MAX_LINES = 20_000;

/** How a process ended. */
export interface Ended {
  /** `null`: by a signal. */
  readonly code: number | null;
  readonly output: string;
}

/** The product as a process of its own, seen from outside. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  browser(host?: string): Browser;
  /** Called with every line that is kept, and then with every one that it writes. */
  onLine(listen: (line: string) => void): void;
  /** Why it ended by itself, `null` while it runs. */
  ended(): string | null;
  /** Sends a signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<Ended>;
}

export interface ServerProcessOptions {
  readonly dataDir: string;
  readonly port?: number;
  /** Variables beside those that a server under test always has. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Modules that are loaded before the program. */
  readonly preload?: readonly string[];
  /** Puts another command before it, as `nice` is. */
  readonly before?: readonly string[];
}

/** A server that did not start; the message is its output. */
export class NotStarted extends Error {
  readonly code: number | null;
  constructor(code: number | null, output: string) {
    super(output);
    this.name = 'NotStarted';
    this.code = code;
  }
}

/** Starts the product, and waits until it serves. @throws NotStarted */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const child = launch(options);
  const lines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  const closed = once(child, 'close');
  const ended = () =>
    child.exitCode === null && child.signalCode === null ? null : `exit ${child.exitCode ?? child.signalCode}`;
  const output = () => lines.join('\n');

  async function end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    if (ended() === null) child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await closed;
    clearTimeout(timer);
    return { code: child.exitCode, output: output() };
  }

  let slow: NodeJS.Timeout | undefined;
  const port = await new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (lines.length > MAX_LINES) lines.splice(0, MAX_LINES / 2);
        for (const listen of listeners) listen(line);
        const found = /^Quad is running: .*:(\d+)/.exec(line);
        if (found !== null) resolve(Number(found[1]));
      });
    }
    child.once('error', reject);
    void closed.then(() => reject(new NotStarted(child.exitCode, output())));
    slow = setTimeout(() => void end('SIGKILL'), START_MS);
  }).finally(() => clearTimeout(slow));
  return {
    pid: child.pid ?? 0,
    port,
    browser: (host) => openBrowser(port, host),
    onLine(listen) {
      for (const line of lines) listen(line);
      listeners.push(listen);
    },
    ended,
    end,
  };
}

function launch({ dataDir, port = 0, environment, preload = [], before = [] }: ServerProcessOptions): ChildProcess {
  const program = [process.execPath, ...preload.flatMap((file) => ['--import', file]), 'server/main.ts', '--empty'];
  const [command = '', ...words] = [...before, ...program];
  return spawn(command, words, {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      CLIENT_DIR: join(ROOT, 'test/server/support/client'),
      QUAD_ENV: 'development',
      METRICS_TOKEN,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
