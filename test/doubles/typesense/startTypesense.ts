import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#test/e2e/harness/freePort.ts';
import { type EngineOrders, NO_ORDERS, ordersFor } from '../namedServer.ts';
import { typesensePath } from './install.ts';

const LAUNCHER = join(import.meta.dirname, 'serve.ts');
const KEY = 'key-of-the-tests';
/** Milliseconds for the server to answer. */
const START_MS = 30_000;

/** A Typesense server. */
export interface TypesenseServer extends EngineOrders {
  readonly url: string;
  readonly apiKey: string;
  /** Folder of its data; `null` of a server that `TYPESENSE_URL` names. */
  readonly folder: string | null;
  /** Ends it for good and removes its data. Does nothing to a server that `TYPESENSE_URL` names. */
  dispose(): Promise<void>;
}

/**
 * The server that the suites run against: the one that `TYPESENSE_URL` and `TYPESENSE_API_KEY` name, else one of this
 * suite's own.
 *
 * @param options.stoppable the suite stops and kills it: the named one only if there are commands for that
 * @param options.hasFolder the suite looks into its files: one of its own in any case
 * @returns the reason if there is none on this machine
 */
export async function startTypesense({
  stoppable = false,
  hasFolder = false,
} = {}): Promise<TypesenseServer | { readonly skipped: string }> {
  const { TYPESENSE_URL: url, TYPESENSE_API_KEY: apiKey = '' } = process.env;
  const orders = stoppable ? ordersFor('TYPESENSE') : NO_ORDERS;
  if (url !== undefined && orders !== null && !hasFolder) {
    return { url, apiKey, folder: null, ...orders, dispose: () => Promise.resolve() };
  }
  if (!existsSync(typesensePath())) return { skipped: 'Typesense is not installed (`npm run test:engines` does it).' };
  const folder = mkdtempSync(join(tmpdir(), 'quad-typesense-'));
  const [port, peers] = [await freePort(), await freePort()];
  let running = await launch(folder, port, peers);
  return {
    url: running.url,
    apiKey: KEY,
    folder,
    stop: () => running.end('stop'),
    kill: () => running.end('kill'),
    async restart() {
      running = await launch(folder, port, peers);
    },
    async dispose() {
      await running.end('kill');
      rmSync(folder, { recursive: true });
    },
  };
}

interface Running {
  readonly url: string;
  end(order: 'stop' | 'kill'): Promise<void>;
}

async function launch(folder: string, port: number, peers: number): Promise<Running> {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const words = [LAUNCHER, typesensePath(), data, String(port), String(peers), KEY];
  const launcher = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(launcher, 'close');
  const url = await Promise.race([
    once(createInterface(launcher.stdout), 'line').then(([line]) => String(line)),
    ended.then(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, START_MS, null).unref()),
  ]);
  if (url === null) {
    launcher.stdin.end();
    throw new Error(`Typesense did not start on port ${port}.`);
  }
  return {
    url,
    async end(order) {
      if (launcher.exitCode === null && launcher.stdin.writable) launcher.stdin.write(`${order}\n`);
      await ended;
    },
  };
}
