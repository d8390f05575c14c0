import { afterEach } from '@jest/globals';
import { openMongoVault } from '#server/engines/mongo/vault/vault.ts';
import { processesContract } from '#test/contract/processes.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { twoProcesses } from '#test/server/support/twoProcesses.ts';
import { databases } from './databases.ts';

describeOn('two processes', await startMongo(), (server) => {
  const { fresh, drop } = databases(server);
  let dispose: () => Promise<unknown> = async () => undefined;
  afterEach(() => dispose());

  processesContract('MongoDB', async () => {
    const database = fresh();
    const open = () => openMongoVault({ url: server.url, database });
    const vaults = [await open(), await open()] as const;
    dispose = async () => {
      for (const vault of vaults) await vault.close();
      await drop(database);
    };
    return twoProcesses(vaults);
  });
});
