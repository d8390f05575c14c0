import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { START } from '#projections/engine/eventLog.ts';
import { CheckpointMismatch, type Commit } from '#projections/engine/readStore.ts';
import { type NetworkEngines, networkStoresBeside, openNetworkStores } from '#server/roles/networkEngines.ts';
import type { ReadModels, Stores, StoresConfig } from '#server/roles/stores.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { type KurrentDouble, startKurrentDouble } from '#test/doubles/kurrent/server.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { databases } from '../engines/mongo/databases.ts';

const NEXT = '00000000000000010000000000000001';
/** A commit without documents: it moves the checkpoint alone. */
const step: Commit = { from: START, to: NEXT, recording: null, rows: [], parked: [] };

describeOn('the stores of processes that share engines', await startMongo(), (server) => {
  const { fresh, client, drop } = databases(server);
  let folder: string;
  let database: string;
  let double: KurrentDouble;
  let config: StoresConfig & NetworkEngines;
  let opened: { close(): Promise<void> }[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quad-network-'));
    double = await startKurrentDouble();
    database = fresh();
    const mongoUrl = `${server.url.replace(/\/+$/, '')}/${database}`;
    config = {
      environment: 'production',
      dataDir: folder,
      smtpUrl: null,
      mailFrom: '',
      eventStoreUrl: double.url,
      mongoUrl,
    };
    opened = [];
  });
  afterEach(async () => {
    for (const part of opened.toReversed()) await part.close();
    await double.stop();
    await drop(database);
    rmSync(folder, { recursive: true });
  });

  /** The stores of one more process. */
  async function open(): Promise<Stores> {
    const stores = await openNetworkStores(config);
    opened.push(stores, await stores.openEventStore(), await stores.openVault());
    return stores;
  }

  async function modelsOf(stores: Stores): Promise<ReadModels> {
    const models = await stores.openReadModels();
    opened.push(models.readStore);
    return models;
  }

  it('[P4] [P6] an older epoch writes no read models any more', async () => {
    const [old, next] = [await modelsOf(await open()), await modelsOf(await open())];
    await old.takeOver(1);
    await next.takeOver(2);
    await expect(old.readStore.commit(step)).rejects.toThrow(CheckpointMismatch);
    await expect(old.takeOver(1)).rejects.toThrow(CheckpointMismatch);
    expect(await next.readStore.checkpoint()).toBe(START);
    await next.readStore.commit(step);
    expect(await next.readStore.checkpoint()).toBe(NEXT);
    const { databases: all } = await client.db('admin').admin().listDatabases();
    expect(all.map(({ name }) => name).filter((name) => name.startsWith(database))).toEqual([database]);
  });

  it('says whether there is a vault, without making one', async () => {
    const stores = await openNetworkStores(config);
    opened.push(stores);
    expect([await stores.hasVault(), await stores.hasVault()]).toEqual([false, false]);
    opened.push(await stores.openVault());
    expect(await stores.hasVault()).toBe(true);
  });

  it('the command line finds who takes orders, as long as that process lives', async () => {
    const stores = await open();
    const beside = networkStoresBeside(config);
    expect(await beside.findHolder()).toBeNull();
    const socket = join(stores.controlFolder, 'control.sock');
    writeFileSync(socket, '');
    const address = { socket, token: 'token' };
    await stores.announceControl(address, () => true);
    expect(await beside.findHolder()).toEqual({ pid: process.pid, purpose: 'server', control: address });
    rmSync(socket);
    expect(await beside.findHolder()).toBeNull();
    writeFileSync(join(folder, 'orders.json'), '{');
    await expect(beside.findHolder()).rejects.toThrow(join(folder, 'orders.json'));
  });
});
