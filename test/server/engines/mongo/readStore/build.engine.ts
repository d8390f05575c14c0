import { afterAll } from '@jest/globals';
import { readStoreBuildContract } from '#test/contract/readStoreBuild.ts';
import { readStorePoisonContract } from '#test/contract/readStorePoison.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { projections } from '#test/projections/support/fragile.ts';
import { openReadSide } from './openReadSide.ts';

describeOn('rebuilds on MongoDB', await startMongo(), (server) => {
  afterAll(() => server.dispose());
  readStoreBuildContract('mongo', () => openReadSide(server));
  readStorePoisonContract('mongo', () => openReadSide(server, projections));
});
