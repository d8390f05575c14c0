import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openStores } from '#server/roles/engines.ts';
import { networkStoresBeside, openNetworkStores } from '#server/roles/networkEngines.ts';

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

it('a process that has lost the lease does not put its address for orders in the place of its successor’s', async () => {
  const config = {
    ...{ dataDir, smtpUrl: null, mailFrom: 'quad@quad.example', ...ADDRESSES },
    environment: 'development',
  };
  const [former, next] = [await openNetworkStores(config as never), await openNetworkStores(config as never)];
  const file = join(dataDir, 'orders.json');
  const named = async () => JSON.parse(await readFile(file, 'utf8')).socket;
  await former.announceControl({ socket: 'former', token: 'a' }, () => true);
  expect(await named()).toBe('former');
  let isHeld = true;
  // It loses the lease when all is written but the name.
  const isActive = () => isHeld;
  const late = former.announceControl({ socket: 'former, late', token: 'a' }, isActive);
  isHeld = false;
  await next.announceControl({ socket: 'next', token: 'b' }, () => true);
  await late;
  expect(await named()).toBe('next');
  expect(await readdir(dataDir)).toEqual(['orders.json']);
  for (const stores of [former, next]) await stores.close();
});
