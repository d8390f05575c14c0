import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EngineOrders, NO_ORDERS, ordersFor } from '../namedServer.ts';
import { startServer } from '../process.ts';
import { ferretPath } from './build.ts';
import { postgresPrograms } from './postgres.ts';

/** A server of MongoDB's wire protocol. */
export interface MongoServer extends EngineOrders {
  /** Connection string without a database: each suite uses a database of its own name. */
  readonly url: string;
  /** Ends it for good and removes its data. Does nothing to a server that `MONGO_URL` names. */
  dispose(): Promise<void>;
}

/**
 * The server that the suites run against: the one that `MONGO_URL` names, else a FerretDB of this suite's own.
 *
 * @param options.stoppable the suite stops and kills it: the named one only if there are commands for that
 * @returns the reason if there is none on this machine; such a suite is skipped (`describe.skip`)
 */
export async function startMongo({ stoppable = false } = {}): Promise<MongoServer | { readonly skipped: string }> {
  const { MONGO_URL } = process.env;
  const orders = stoppable ? ordersFor('MONGO') : NO_ORDERS;
  if (MONGO_URL !== undefined && orders !== null) {
    return { url: MONGO_URL, ...orders, dispose: () => Promise.resolve() };
  }
  const binary = ferretPath();
  if (!existsSync(binary)) return { skipped: 'FerretDB is not built (`npm run test:engines` builds it).' };
  return startFerret(binary);
}

async function startFerret(binary: string): Promise<MongoServer> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-ferret-'));
  const programs = postgresPrograms();
  const beneath = programs === null ? [] : ['-postgres', programs];
  const start = (listen: string) => startServer(binary, ['-listen', listen, '-data', folder, ...beneath]);
  let running = await start('127.0.0.1:0');
  const url = running.firstLine;
  return {
    url,
    stop: () => running.stop(),
    kill: () => running.kill(),
    async restart() {
      running = await start(new URL(url).host);
    },
    async dispose() {
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
