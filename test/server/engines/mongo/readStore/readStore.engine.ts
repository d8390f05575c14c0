import { afterAll } from '@jest/globals';
import { contractModels, readStoreContract } from '#test/contract/readStore.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { openTestStore } from './openTestStore.ts';

describeOn('the read store on MongoDB', await startMongo(), (server) => {
  afterAll(() => server.dispose());
  readStoreContract('mongo', () => openTestStore(server, contractModels), { outlivesProcess: true });
});
