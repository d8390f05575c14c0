import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { UnknownEvent } from '#projections/engine/eventLog.ts';
import { BuildRunning } from '#projections/engine/generationBuilder.ts';
import { createProjector, type Projector } from '#projections/engine/projector.ts';
import { prepare, verify } from '#projections/engine/rebuild.ts';
import { lockFolder } from '#server/engines/sqlite/folder/dataFolderLock.ts';
import { type GenerationReader, META } from '#server/engines/sqlite/readStore/reader.ts';
import { buildData } from '#server/engines/sqlite/readStore/rebuild/builder.ts';
import { prepareBeside } from '#server/engines/sqlite/readStore/rebuild/preparer.ts';
import { isUsable } from '#server/engines/sqlite/readStore/rebuild/service.ts';
import { startBuildThread } from '#server/engines/sqlite/readStore/rebuild/thread.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { appendAll, HISTORY } from '#test/contract/readStoreBuild.ts';
import { madeBy, readStoreReleasesContract } from '#test/contract/readStoreReleases.ts';
import { openReleases, releaseOf } from '../releases.ts';

readStoreReleasesContract('sqlite', openReleases);

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
const HALF = Math.floor(HISTORY.length / 2);

/** Notes of a file of read models, as far as a build looks at them. */
function notes(meta: Readonly<Record<string, string>>, ...projections: readonly string[]): GenerationReader {
  return {
    meta: (name: string) => meta[name] ?? null,
    metaLike: () => projections.map((name) => [`projection ${name}`, '2 build']),
  } as Partial<GenerationReader> as GenerationReader;
}

describe('a prepared file', () => {
  const live = notes({ [META.lineage]: 'a', [META.checkpoint]: '0000000000000005' });
  const beside = { [META.preparedBeside]: 'a', [META.checkpoint]: '0000000000000005' };

  it.each([
    ['of these projections, beside these read models', notes(beside, 'boards', 'post'), true],
    ['of fewer projections', notes(beside, 'boards'), false],
    ['of more projections', notes(beside, 'boards', 'post', 'user'), false],
    ['of others', notes(beside, 'boards', 'user'), false],
    ['beside other read models', notes({ ...beside, [META.preparedBeside]: 'b' }, 'boards', 'post'), false],
    ['beyond these read models', notes({ ...beside, [META.checkpoint]: '0000000000000006' }, 'boards', 'post'), false],
  ])('[P4] %s: whether a build goes on with it', (_which, prepared, expected) => {
    expect(isUsable(prepared, live, ['boards', 'post'])).toBe(expected);
  });
});

describe('read models that are prepared beside a running release', () => {
  let side: Awaited<ReturnType<typeof openReleases>>;
  let projector: Projector;
  const prepareNext = (release: 'next' | 'renewed' = 'next') =>
    prepareBeside({ ...releaseOf(release), folder: side.readModels, log: side.files, onEvents: () => undefined });

  /** Files of read models, and pointers to what is prepared. */
  const filesLeft = async () =>
    (await readdir(side.readModels)).filter((name) => /^(generation.*\.db$|prepared)/.test(name)).sort();

  /** A release that runs and follows the log. */
  async function run(release: 'first' | 'next' | 'renewed') {
    const { store, builder } = await side.open(release);
    const { log, events } = side;
    const { projections } = releaseOf(release).declaration;
    projector = createProjector({ log, store, projections, onCommit: () => undefined, logger: QUIET });
    const options = { builder, log, store, projector };
    const report = await prepare({ ...options, eras: await events.eras() });
    await projector.start();
    await projector.waitFor(await log.head(), 20_000);
    return { store, options, report };
  }
  beforeEach(async () => {
    side = await openReleases();
  });
  afterEach(async () => {
    await projector?.stop();
    await side.dispose();
  });

  it('[P4] are caught up by their release, which folds only what came since; the running one is not touched', async () => {
    await appendAll(side, HISTORY.slice(0, HALF));
    const { store, options } = await run('first');
    const live = async () => ({ end: await store.feedEnd(), file: store.file, generations: await store.generations() });
    const before = await live();
    expect(await prepareNext()).toMatchObject({ kind: 'prepared', projections: ['boards'], events: HALF });
    expect(await live()).toEqual(before);
    expect((await verify(options)).differences).toEqual([]);
    expect(await prepareNext()).toEqual({ kind: 'prepared before', projections: ['boards'] });

    // The running release continues, and restarts; the prepared data survives both.
    const { length } = HISTORY.slice(HALF);
    await appendAll(side, HISTORY.slice(HALF));
    await projector.waitFor(await side.log.head(), 20_000);
    await projector.stop();
    await run('first');
    await projector.stop();

    const next = await run('next');
    expect(next.report).toMatchObject({ events: length, differences: [] });
    const made = await madeBy('next', side.log, await side.log.head());
    expect(new Set(await next.store.get(made))).toEqual(new Set(made));
    expect((await verify(next.options)).differences).toEqual([]);
    expect(await filesLeft()).toHaveLength(1);
    expect(await prepareNext()).toEqual({ kind: 'unchanged' });
  });

  it('[P4] are not built by a release that was replaced on disk: the log would be read without some events', async () => {
    await run('first');
    const { store } = await side.open('next');
    const data = await buildData(side.files, releaseOf('next').projectionsModule, ['boards']);
    const replaced = { ...data, eventTypes: data.eventTypes.slice(1) };
    const start = startBuildThread({ ...replaced, file: store.files.next(), prepared: null, liveFile: store.file });
    await expect(start).rejects.toThrow('The release was replaced on disk');
  });

  it('[P4] are lost, and nothing else, when the process dies between the finished file and the pointer to it', async () => {
    await appendAll(side, HISTORY.slice(0, HALF));
    const { store } = await run('first');
    const generations = await store.generations();
    await prepareNext();
    await projector.stop();
    const next = await side.open('next');
    const prepared = await next.store.files.prepared(next.store.versions);
    // Sealed: a file in the mode of a live one, whose writes outlive a power cut (bytes 18 and 19 of its header).
    expect([...readFileSync(prepared ?? '').subarray(18, 20)]).toEqual([2, 2]);
    await next.store.files.forgetPrepared(next.store.versions);
    const { declaration, projectionsModule } = releaseOf('next');
    const thread = await startBuildThread({
      ...(await buildData(side.files, projectionsModule, ['boards'])),
      ...{ file: next.store.files.next(), prepared, liveFile: next.store.file },
    });
    expect(await thread.call('file')).toBe(prepared);
    await thread.advance(await next.store.checkpoint(), () => undefined);
    await thread.call('first');
    await thread.close();
    // Dead. The one before starts as if nothing had been; the next one builds again.
    const before = await run('first');
    expect(before.report).toBeNull();
    expect(await before.store.generations()).toEqual(generations);
    expect((await verify(before.options)).differences).toEqual([]);
    await projector.stop();
    const again = await run('next');
    expect(again.report).toMatchObject({ events: HALF });
    expect(await again.store.generations()).toHaveLength(declaration.projections.length);
    expect((await verify(again.options)).differences).toEqual([]);
  });

  it('[P4] are not used beside other read models than those beside which they were built', async () => {
    await appendAll(side, HISTORY.slice(0, HALF));
    await run('first');
    await prepareNext();
    await projector.stop();
    // The read models are lost, and begun anew.
    const { store } = await side.open('first');
    await store.close();
    await writeFile(store.file, 'torn '.repeat(1_000));
    await run('first');
    await projector.stop();
    const next = await run('next');
    expect(next.report).toMatchObject({ events: HALF });
    expect((await verify(next.options)).differences).toEqual([]);
    expect(await filesLeft()).toHaveLength(1);
  });

  it('[P4] are not used once the log was restored from a backup, where they were prepared for every projection', async () => {
    await appendAll(side, HISTORY);
    const { store } = await run('first');
    expect(await prepareNext('renewed')).toMatchObject({ kind: 'prepared', events: HISTORY.length });
    await projector.stop();
    // The live generation and the prepared one were folded in an era that this log does not know.
    await store.noteEra('an era that is lost with the end of the log');
    const renewed = await run('renewed');
    expect(renewed.report).toMatchObject({ events: HISTORY.length });
    expect((await verify(renewed.options)).differences).toEqual([]);
    expect(await filesLeft()).toHaveLength(1);
  });

  it('[P4] keep the documents parked that a fold failed on while they were prepared', async () => {
    await appendAll(side, HISTORY.slice(0, HALF));
    await run('first');
    await prepareNext();
    const boards = async () => {
      const made = await madeBy('next', side.log, await side.log.head());
      return made.filter(({ collection }) => collection === 'boards');
    };
    const before = await boards();
    await appendAll(side, HISTORY.slice(HALF));
    await projector.waitFor(await side.log.head(), 20_000);
    await projector.stop();
    const now = await boards();
    const board = before.find(({ key, position }) => now.some((each) => each.key === key && each.position > position));
    const parked = { collection: 'boards', key: board?.key ?? '', position: board?.position ?? '', error: 'why' };
    const { store } = await side.open('next');
    const prepared = new DatabaseSync((await store.files.prepared(store.versions)) ?? '');
    prepared
      .prepare('INSERT INTO parked (collection, key, position, error) VALUES (?, ?, ?, ?)')
      .run(...Object.values(parked));
    prepared.close();
    const next = await run('next');
    expect(await next.store.parked()).toEqual([parked]);
    // Nothing was folded into it any more.
    expect(await next.store.get([parked])).toEqual([board]);
  });

  it('are prepared by one process at a time', async () => {
    await appendAll(side, HISTORY.slice(0, HALF));
    const { store } = await run('first');
    await prepareNext();
    const lock = await lockFolder(store.files.preparing);
    await expect(prepareNext()).rejects.toThrow(BuildRunning);
    await lock.release();
    expect(await prepareNext()).toMatchObject({ kind: 'prepared before' });
  });

  it('need a release beside which they are prepared', async () => {
    expect(await prepareNext()).toEqual({ kind: 'nothing runs' });
  });

  it('are not made of a log that a newer release wrote, whether they fold what it wrote or not', async () => {
    await appendAll(side, HISTORY.slice(0, 3));
    const { store } = await run('first');
    await projector.stop();
    const [event] = await side.log.seal([HISTORY[3] as never]);
    await side.events.append('test-newer', NO_STREAM, [{ ...(event as NonNullable<typeof event>), version: 99 }]);
    await store.commit({
      from: await store.checkpoint(),
      to: await side.log.head(),
      recording: null,
      rows: [],
      parked: [],
    });
    const before = await filesLeft();
    await expect(prepareNext()).rejects.toThrow(UnknownEvent);
    expect(await store.files.prepared('anything')).toBeNull();
    expect(await filesLeft()).toEqual(before);
  });
});
