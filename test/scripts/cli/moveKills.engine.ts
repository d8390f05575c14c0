import { afterAll, expect, it, jest } from '@jest/globals';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startKurrentProcess } from '#test/doubles/kurrent/startKurrent.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { faultsOf, fillLog, killMoments, runMove } from '#test/proof/moves/killedMove.ts';
import { temporaryFolder } from '../support/storyFolder.ts';

/** Events of the log; `npm run moves` takes any number. */
const EVENTS = 10_000;
const KILLS = 5;
const SEED = 11;
const DATABASE = `quad-move-${process.pid}`;
jest.setTimeout(600_000);

describeOn('a move that is killed again and again', await startMongo(), (mongo) => {
  const folder = temporaryFolder();
  afterAll(async () => {
    folder.remove();
    await mongo.dispose();
  });

  it('ends with equal hashes', async () => {
    await fillLog(folder.path, EVENTS, 1);
    const kurrent = await startKurrentProcess();
    try {
      const mongoUrl = `${mongo.url.replace(/\/$/, '')}/${DATABASE}`;
      const places = { dataDir: folder.path, eventStoreUrl: kurrent.url, mongoUrl };
      for (const after of killMoments({ events: EVENTS, kills: KILLS, seed: SEED })) {
        // A run that was not killed has ended by itself: then the times are too long for this machine.
        expect(await runMove(places, after)).toMatchObject({ code: null, output: '' });
      }
      expect(faultsOf(await runMove(places, null), EVENTS)).toEqual([]);
    } finally {
      await kurrent.dispose();
    }
  });
});
