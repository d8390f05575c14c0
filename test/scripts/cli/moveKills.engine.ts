import { afterAll, expect, it, jest } from '@jest/globals';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startKurrentProcess } from '#test/doubles/kurrent/startKurrent.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { BACK, faultsOf, fillLog, killsAt, runMove, THERE } from '#test/proof/moves/killedMove.ts';
import { temporaryFolder } from '../support/storyFolder.ts';

/** Events of the log; `npm run moves` takes any number. */
const EVENTS = 10_000;
const KILLS = 5;
const SEED = 11;
const DATABASE = `quad-move-${process.pid}`;
jest.setTimeout(600_000);

describeOn('a move that is killed again and again', await startMongo(), (mongo) => {
  const folder = temporaryFolder();
  const backFolder = temporaryFolder();
  afterAll(async () => {
    folder.remove();
    backFolder.remove();
    await mongo.dispose();
  });

  it('ends with equal hashes, there and back into an empty folder', async () => {
    await fillLog(folder.path, EVENTS, 1);
    const kurrent = await startKurrentProcess();
    try {
      const mongoUrl = `${mongo.url.replace(/\/$/, '')}/${DATABASE}`;
      const places = { dataDir: folder.path, eventStoreUrl: kurrent.url, mongoUrl };
      const other = { ...places, dataDir: backFolder.path };
      for (const [way, at] of [[THERE, places] as const, [BACK, other] as const]) {
        for (const events of killsAt({ events: EVENTS, kills: KILLS, seed: SEED })) {
          expect(await runMove(way, at, events)).toMatchObject({ code: null, output: '' });
        }
        expect(faultsOf(await runMove(way, at, null), EVENTS)).toEqual([]);
      }
    } finally {
      await kurrent.dispose();
    }
  });
});
