import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import type { Logger } from '#server/observability/logging.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { EngineRefused } from '#server/ports/engineRefused.ts';
import type { OpenStores } from '#server/roles/stores.ts';
import { refusal } from '../../contract/eventStoreSamples.ts';
import { widePositions } from '../../contract/widePositions.ts';
import { type KurrentDouble, startKurrentDouble } from '../../doubles/kurrent/server.ts';
import { type MemoryStores, memoryStores } from '../support/memoryStores.ts';
import { METRICS_TOKEN } from '../support/metricsToken.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

/** Milliseconds of the tests between two tries. */
const TRY_EVERY_MS = 20;

let double: KurrentDouble;
let memory: MemoryStores;
let tries: number;
let port: number;
let warnings: string[];
let started: TestServer | null = null;

beforeEach(async () => {
  double = await startKurrentDouble();
  memory = await memoryStores(widePositions);
  [tries, warnings] = [0, []];
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  port = (free.address() as AddressInfo).port;
  free.close();
  await once(free, 'close');
});
afterEach(async () => {
  await started?.end();
  started = null;
  await double.stop();
  await memory.remove();
});

/** Starts a process whose log is on the double, and all else in memory. */
async function start(waitMaxMs: number, environment: 'development' | 'production' = 'development'): Promise<void> {
  const stores: OpenStores = async (...given) => ({
    ...(await memory.open(...given)),
    openEventStore() {
      tries += 1;
      return openKurrentEventStore({ url: double.url });
    },
  });
  const warn = (_: unknown, line: string) => void warnings.push(line);
  const logger = { ...silentLogger, warn } as unknown as Logger;
  const change = { port, environment, eventStoreUrl: double.url, mongoUrl: 'mongodb://127.0.0.1/quad' };
  const proxied = environment === 'production' ? { trustedProxies: 0, publicUrl: 'https://quad.example' } : {};
  started = await testServer(
    { ...change, ...proxied },
    { stores, logger, engineWait: { waitMaxMs, tryEveryMs: TRY_EVERY_MS } },
  );
}

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers });

/** Resolves when the process answers at all. */
async function answers(): Promise<void> {
  while (!(await ask('/health/live').catch(() => ({ ok: false }))).ok);
}

describe('a start while an engine is away', () => {
  it('waits for it, says so once, and answers meanwhile that it lives and what is missing', async () => {
    await double.kill();
    const starting = start(60_000);
    await answers();
    const ready = await ask('/health/ready');
    expect(ready.status).toBe(503);
    const { parts } = (await ready.json()) as { parts: Record<string, string> };
    expect(parts.engines).toContain(`KurrentDB at 127.0.0.1:${double.port} did not answer`);
    const page = await ask('/');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    while (tries < 3) await new Promise((resolve) => setImmediate(resolve));
    await double.restart();
    await starting;
    // The connections of before are closed.
    await answers();
    expect((await ask('/health/ready')).status).toBe(200);
    const ofWait = warnings.filter((line) => line.includes('tried again for 60 s'));
    expect(ofWait).toEqual([expect.stringContaining('KurrentDB at')]);
  });

  it('goes on as soon as an election is over', async () => {
    // The era is begun by an append.
    double.faults.refuseAsNotReady(2);
    await start(60_000);
    expect(tries).toBe(3);
    expect(warnings).toContainEqual(expect.stringContaining('Server Is Not Ready'));
    await answers();
  });

  it('[P9] tells nobody in production why, but who has the token', async () => {
    await double.kill();
    const starting = refusal(start(4_000, 'production'));
    await answers();
    expect(await (await ask('/health/ready')).json()).toEqual({ ready: false, parts: { engines: 'not ready' } });
    const told = await (await ask('/health/ready', { authorization: `Bearer ${METRICS_TOKEN}` })).json();
    expect(told).toMatchObject({ parts: { engines: expect.stringContaining('KurrentDB at') } });
    await starting;
  });

  it('gives up after its time, and leaves its address', async () => {
    await double.kill();
    expect(await refusal(start(100))).toMatchObject({ name: 'DataFolderRefused', code: 'CANNOT_OPEN' });
    expect(tries).toBeGreaterThan(1);
    await expect(ask('/health/live')).rejects.toThrow();
  });

  it('ends at once by what does not get better by itself', async () => {
    await double.stop();
    double = await startKurrentDouble({ version: '22.10.5.0' });
    expect(await refusal(start(60_000))).toBeInstanceOf(EngineRefused);
    expect([tries, warnings]).toEqual([1, []]);
  });
});
