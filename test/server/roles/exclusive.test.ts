import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openStores } from '#server/roles/engines.ts';
import { networkStoresBeside } from '#server/roles/networkEngines.ts';

/** Nobody listens there: the engines are connected to when a store is opened. */
const ADDRESSES = {
  eventStoreUrl: 'kurrentdb://127.0.0.1:1?tls=false',
  mongoUrl: 'mongodb://127.0.0.1:1/quad',
} as const;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quad-exclusive-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Whether a process that opens these stores may believe that it is alone. */
async function isAlone(addresses: Partial<typeof ADDRESSES>): Promise<boolean> {
  const config = {
    dataDir,
    smtpUrl: null,
    mailFrom: 'quad@quad.example',
    environment: 'development',
    ...addresses,
  } as const;
  const stores = await openStores(config, 'server');
  await stores.close();
  return stores.areExclusive;
}

it('a process has a data folder for itself', async () => {
  expect(await isAlone({})).toBe(true);
});

it('a process never believes that it is alone with engines over the network, and neither does the command line', async () => {
  expect(await isAlone(ADDRESSES)).toBe(false);
  expect(networkStoresBeside({ dataDir, ...ADDRESSES }).areExclusive).toBe(false);
});
