import { afterAll, expect, it } from '@jest/globals';
import { eventDefinitions } from '#domain/registry.ts';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { BuildRunning } from '#projections/engine/generationBuilder.ts';
import { createProjector } from '#projections/engine/projector.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { collections, projections } from '#projections/registry.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryVault } from '#server/engines/memory/vault.ts';
import { createMongoBuilder } from '#server/engines/mongo/readStore/builder.ts';
import { openMongoReadStore } from '#server/engines/mongo/readStore/readStore.ts';
import { createEventLog } from '#server/log/eventLog.ts';
import { appendAll, HISTORY } from '#test/contract/readStoreBuild.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { foldAll } from '#test/projections/support/folded.ts';
import { interceptWrites } from './interceptWrites.ts';

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Milliseconds to find a server: the outage is short here. */
const SELECT_MS = 500;

describeOn('a MongoDB that vanishes', await startMongo({ stoppable: true }), (server) => {
  afterAll(() => server.dispose());

  it.each([1, 2, 4])(
    '[P4] [P7] in the middle of a batch (write %i): the projector goes on when it is back',
    async (nth) => {
      const events = createMemoryEventStore();
      const { sealed, seal } = createEventLog(events, createMemoryVault().keys, eventDefinitions);
      const log = { ...sealed, seal };
      const database = `outage${nth}`;
      const store = await openMongoReadStore({ url: server.url, database, selectMs: SELECT_MS }, readModels);
      const projector = createProjector({ log, store, projections, onCommit: () => undefined, logger: QUIET });
      await appendAll({ events, log }, HISTORY);
      let writes = 0;
      const { promise: isDown, resolve: down } = Promise.withResolvers<void>();
      const restore = interceptWrites(database, async ({ send }) => {
        writes += 1;
        if (writes === nth) {
          await server.kill();
          down();
        }
        return send();
      });
      await projector.start();
      await isDown;
      const refusal = await store.checkpoint().then(
        () => null,
        (error: unknown) => error,
      );
      expect(refusal).toBeInstanceOf(Unavailable);
      expect(String(refusal)).toContain('MONGO_URL');
      expect(String(refusal)).toContain(new URL(server.url).host);
      restore();
      await server.restart();
      await projector.waitFor(await log.head(), 30_000);
      const folded = foldAll(await log.readAll(START, 10_000));
      const expected = [...collections.keys()].flatMap((name) => [...folded.all(name)]);
      expect(await store.get(expected.map(({ collection, key }) => ({ collection, key })))).toEqual(expected);
      await projector.stop();
      await store.close();
    },
  );

  it('[P4] in the middle of a build: the next one begins when it is back', async () => {
    const events = createMemoryEventStore();
    const { sealed, seal } = createEventLog(events, createMemoryVault().keys, eventDefinitions);
    const log = { ...sealed, seal };
    const store = await openMongoReadStore(
      { url: server.url, database: 'outageOfBuild', selectMs: SELECT_MS },
      readModels,
    );
    const builder = createMongoBuilder({ store, log, projections });
    await appendAll({ events, log }, HISTORY);
    const build = await builder.begin();
    await server.kill();
    await expect(build.advance(await log.head(), () => undefined)).rejects.toThrow(Unavailable);
    await expect(builder.begin()).rejects.toThrow(BuildRunning);
    // It cannot drop its collections now: a later build does, once it counts as broken off.
    await expect(build.discard()).rejects.toThrow(Unavailable);
    await server.restart();
    const again = await builder.begin();
    // The one that has ended does not end another.
    await build.discard();
    await expect(builder.begin()).rejects.toThrow(BuildRunning);
    await again.advance(await log.head(), () => undefined);
    await again.first();
    expect(await store.checkpoint()).toBe(await log.head());
    await store.close();
  });
});
