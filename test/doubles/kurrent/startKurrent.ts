import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { START } from '#projections/engine/eventLog.ts';
import { openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import { type EngineOrders, ordersFor } from '../namedServer.ts';
import { startServer } from '../process.ts';

/** An event store in a process of its own, to be killed as the engine's may be. */
export interface KurrentProcess extends EngineOrders {
  /** Connection string. */
  readonly url: string;
  /** Ends it for good and removes its log. Does nothing to a server that `EVENTSTORE_URL` names. */
  dispose(): Promise<void>;
}

/** The double of EventStoreDB. */
export async function startKurrentProcess(): Promise<KurrentProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-kurrent-'));
  const script = join(import.meta.dirname, 'main.ts');
  const start = (port: string) => startServer(process.execPath, [script, port, join(folder, 'log.jsonl')]);
  let running = await start('0');
  const url = running.firstLine;
  return {
    url,
    stop: () => running.stop(),
    kill: () => running.kill(),
    async restart() {
      running = await start(new URL(url).port);
    },
    async dispose() {
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * The server that `EVENTSTORE_URL` names, where there are commands that end and start it; else the double.
 *
 * @throws Error its log has events: what a run compares begins with an empty one
 */
export async function startKurrent(): Promise<KurrentProcess> {
  const orders = ordersFor('EVENTSTORE');
  const url = process.env.EVENTSTORE_URL;
  if (orders === null || url === undefined) return startKurrentProcess();
  const store = await openKurrentEventStore({ url, readOnly: true });
  const first = await store.readAll(START, 1);
  await store.close();
  if (first.length > 0) throw new Error('The log of EVENTSTORE_URL has events in it: give the run an empty server.');
  return { url, ...orders, dispose: () => Promise.resolve() };
}
