import { afterAll, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { createProjector } from '#projections/engine/projector.ts';
import { prepare, verify } from '#projections/engine/rebuild.ts';
import { presentEra } from '#projections/sync/eras.ts';
import { createMongoBuilder } from '#server/engines/mongo/readStore/builder.ts';
import { prepareBesideOnMongo } from '#server/engines/mongo/readStore/preparer.ts';
import { openMongoReadStore } from '#server/engines/mongo/readStore/readStore.ts';
import { COLLECTIONS, type LiveRecord } from '#server/engines/mongo/readStore/records.ts';
import { appendAll, HISTORY } from '#test/contract/readStoreBuild.ts';
import { madeBy, type ReleaseName, readStoreReleasesContract } from '#test/contract/readStoreReleases.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { openReleases, releases } from './openReleases.ts';

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
const MINUTE_MS = 60_000;
const HALF = Math.floor(HISTORY.length / 2);

/** Processes of two releases on the same read models. */
function processesOf({ log, events, database, open }: Awaited<ReturnType<typeof openReleases>>) {
  return {
    /** Builds the read models of the next release beside the running one. */
    prepareNext: () =>
      prepareBesideOnMongo({ ...database, projections: releases.next, log, onEvents: () => undefined }),
    /** Starts a release, until its read models have everything. */
    async run(release: ReleaseName) {
      const { store, builder } = await open(release);
      const onCommit = () => undefined;
      const projector = createProjector({ log, store, projections: releases[release], onCommit, logger: QUIET });
      const options = { builder, log, store, projector };
      const report = await prepare({ ...options, eras: await events.eras() });
      await projector.start();
      await projector.waitFor(await log.head(), 20_000);
      return { store, options, report, projector };
    },
  };
}

describeOn('releases on MongoDB', await startMongo(), (server) => {
  afterAll(() => server.dispose());
  readStoreReleasesContract('mongo', () => openReleases(server));

  it('[P4] a release prepared beside the running one folds only what came since; the running one is not touched', async () => {
    const side = await openReleases(server);
    const { log } = side;
    const { prepareNext, run } = processesOf(side);
    expect(await prepareNext()).toEqual({ kind: 'nothing runs' });
    await appendAll(side, HISTORY.slice(0, HALF));
    const running = await run('first');
    const live = async () => [await running.store.feedEnd(), await running.store.generations()];
    const before = await live();
    expect(await prepareNext()).toMatchObject({ kind: 'prepared', projections: ['boards'], events: HALF });
    expect(await live()).toEqual(before);
    expect((await verify(running.options)).differences).toEqual([]);
    expect(await prepareNext()).toEqual({ kind: 'prepared before', projections: ['boards'] });
    await appendAll(side, HISTORY.slice(HALF));
    await running.projector.waitFor(await log.head(), 20_000);
    await running.projector.stop();

    const next = await run('next');
    expect(next.report).toMatchObject({ events: HISTORY.length - HALF, differences: [] });
    const made = await madeBy('next', log, await log.head());
    expect(new Set(await next.store.get(made))).toEqual(new Set(made));
    expect((await verify(next.options)).differences).toEqual([]);
    expect(await prepareNext()).toEqual({ kind: 'unchanged' });
    await next.projector.stop();
    await side.dispose();
  });

  it('[P4] what was prepared beside read models that were replaced since is built anew', async () => {
    const side = await openReleases(server);
    const { prepareNext, run } = processesOf(side);
    await appendAll(side, HISTORY.slice(0, HALF));
    const running = await run('first');
    expect(await prepareNext()).toMatchObject({ kind: 'prepared', projections: ['boards'], events: HALF });
    await running.projector.stop();
    // As when the log was replaced by a copy of another one.
    const replacement = await running.options.builder.begin();
    await replacement.advance(await side.log.head(), () => undefined);
    await replacement.first();
    await running.store.noteEra(presentEra(await side.events.eras()));

    const next = await run('next');
    expect(next.report).toMatchObject({ events: HALF, differences: [] });
    expect((await verify(next.options)).differences).toEqual([]);
    await next.projector.stop();
    await side.dispose();
  });

  it('[P4] a build that was taken for broken off goes on no more: what it has made is gone', async () => {
    let now = 0;
    const side = await openReleases(server, () => now);
    await appendAll(side, HISTORY);
    const { store, builder } = await side.open('first');
    const late = await builder.begin();
    await late.advance(await side.log.head(), () => undefined);
    now += 61 * MINUTE_MS;
    const beside = await openMongoReadStore({ ...side.database, now: () => now }, { projections: releases.first });
    const other = await createMongoBuilder({ store: beside, log: side.log, projections: releases.first }).begin();
    await expect(late.first()).rejects.toThrow('was taken for broken off');
    await expect(late.replace([], await store.checkpoint())).rejects.toThrow('was taken for broken off');
    await late.discard();

    await other.advance(await side.log.head(), () => undefined);
    await other.first();
    const made = await madeBy('first', side.log, await side.log.head());
    expect(new Set(await beside.get(made))).toEqual(new Set(made));
    await beside.close();
    await side.dispose();
  });

  it('drops what a swap has replaced, and what a broken-off build has left, once nobody can need it', async () => {
    let now = 0;
    const side = await openReleases(server, () => now);
    const client = new MongoClient(server.url);
    const db = client.db(side.database.database);
    const generations = async () => {
      const all = await db.listCollections({}, { nameOnly: true }).toArray();
      return all.map(({ name }) => name).filter((name) => name.startsWith('people.'));
    };
    const build = async () => {
      const { builder } = await side.open('first');
      const begun = await builder.begin();
      await begun.advance(await side.log.head(), () => undefined);
      return begun;
    };
    await appendAll(side, HISTORY);
    // Live are documents: an empty collection need not be there, by the server.
    await (await build()).first();
    now += MINUTE_MS + 1;
    await (await build()).discard();
    await build();
    const { collections } = (await db.collection<LiveRecord>(COLLECTIONS.live).findOne({ _id: 'live' })) as LiveRecord;
    const live = collections.people;
    const [brokenOff] = (await generations()).filter((name) => name !== live);
    await (await build()).first();
    expect(await generations()).toEqual(expect.arrayContaining([live, brokenOff]));
    expect(await generations()).toHaveLength(3);
    // Readers may believe the names that they know for a while.
    await (await build()).discard();
    expect(await generations()).toContain(live);

    now += MINUTE_MS + 1;
    await (await build()).discard();
    expect(await generations()).not.toContain(live);
    expect(await generations()).toContain(brokenOff);
    now += 60 * MINUTE_MS;
    await (await build()).discard();
    expect(await generations()).toHaveLength(1);
    await client.close();
    await side.dispose();
  });
});
