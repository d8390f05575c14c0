import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventDefinitions } from '#domain/registry.ts';
import { type EventLog, START } from '#projections/engine/eventLog.ts';
import type { GenerationBuilder } from '#projections/engine/generationBuilder.ts';
import { createProjector, type Projector } from '#projections/engine/projector.ts';
import { type ReadStore, StaleReadModels } from '#projections/engine/readStore.ts';
import { prepare, rebuild, verify } from '#projections/engine/rebuild.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import { createDocumentSet, type DocumentSet } from '#projections/kernel/documentSet.ts';
import { foldEvent } from '#projections/kernel/fold.ts';
import { compileFolds } from '#projections/kernel/foldTable.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import type { OpenEventLog } from '#server/log/eventLog.ts';
import type { EventStore } from '#server/ports/eventStore.ts';
import { projections as ofFirst } from '#test/fixtures/releases/first.ts';
import { projections as ofNext } from '#test/fixtures/releases/next.ts';
import { projections as reshaped } from '#test/fixtures/releases/reshaped.ts';
import { id } from '#test/projections/support/events.ts';
import { appendAll, finish, HISTORY } from './readStoreBuild.ts';

/** A release of the program, as far as it folds. */
export type ReleaseName = 'first' | 'next' | 'reshaped';
const RELEASES: Readonly<Record<ReleaseName, readonly Projection[]>> = { first: ofFirst, next: ofNext, reshaped };

/** One set of read models, and the log that they are made from. */
export interface ReleasesUnderTest {
  /** With personal data sealed, as projections read it. */
  readonly log: EventLog & Pick<OpenEventLog, 'seal'>;
  readonly events: EventStore;
  /** Opens the read models as a release does; the one before has ended. */
  open(release: ReleaseName): Promise<{ readonly store: ReadStore; readonly builder: GenerationBuilder }>;
  dispose(): Promise<void>;
}

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
const HALF = Math.floor(HISTORY.length / 2);

/** Every document that a release makes of the log up to a position. */
export async function madeBy(
  release: ReleaseName,
  log: Pick<EventLog, 'readAll'>,
  to: string,
): Promise<readonly Versioned[]> {
  const table = compileFolds(RELEASES[release], eventDefinitions);
  const documents: DocumentSet = createDocumentSet(table.collections.values());
  for (const event of await log.readAll(START, 10_000)) {
    if (event.position > to) break;
    for (const { collection, key, doc } of foldEvent(table, event, documents).changes)
      documents.put({ collection, key, position: event.position, doc });
  }
  return [...table.collections.keys()].flatMap((name) => [...documents.all(name)]);
}

/** The contract of read models when another release starts (P4, P5). */
export function readStoreReleasesContract(name: string, open: () => Promise<ReleasesUnderTest>): void {
  describe(`releases contract: ${name}`, () => {
    let under: ReleasesUnderTest;
    let projector: Projector | null = null;
    beforeEach(async () => {
      under = await open();
    });
    afterEach(async () => {
      await projector?.stop();
      projector = null;
      await under.dispose();
    });

    async function start(release: ReleaseName) {
      const { store, builder } = await under.open(release);
      const { log, events } = under;
      const made = createProjector({
        log,
        store,
        projections: RELEASES[release],
        onCommit: () => undefined,
        logger: QUIET,
      });
      projector = made;
      const options = { builder, log, store, projector: made };
      return {
        store,
        options,
        prepare: async () => prepare({ ...options, eras: await events.eras() }),
        async follow() {
          await made.start();
          await made.waitFor(await log.head(), 20_000);
        },
        async stop() {
          await made.stop();
          projector = null;
        },
      };
    }

    /** The first half of the history, projected by the first release; the log holds all of it. */
    async function left() {
      await appendAll(under, HISTORY.slice(0, HALF));
      const first = await start('first');
      await first.prepare();
      await first.follow();
      const left = {
        generations: await first.store.generations(),
        position: await first.store.checkpoint(),
        mark: await first.store.feedEnd(),
      };
      return { ...first, left };
    }
    const all = (documents: readonly Versioned[]) => new Set(documents.map((document) => JSON.stringify(document)));
    const present = async (store: ReadStore, documents: readonly Versioned[]) => all(await store.get(documents));
    const buildsOf = async (store: ReadStore) =>
      Object.fromEntries((await store.generations()).map(({ projection, build }) => [projection, build]));

    it('[P4] builds the projection whose folds have changed, at the position of the others, which stay', async () => {
      const { left: before, stop } = await left();
      await stop();
      // Events appended between the two are folded by neither alone.
      await appendAll(under, HISTORY.slice(HALF));
      const { store, options, ...next } = await start('next');
      expect(await store.stale()).toEqual(['boards']);
      await expect(verify(options)).rejects.toThrow(StaleReadModels);
      expect(await next.prepare()).toMatchObject({ position: before.position, parked: [] });
      expect(await store.stale()).toEqual([]);
      expect(await store.checkpoint()).toBe(before.position);

      const after = await store.generations();
      const isOther = ({ projection }: { projection: string }) => !['boards', 'erasure'].includes(projection);
      expect(after.filter(isOther)).toEqual(before.generations.filter(isOther));
      expect(after.find(({ projection }) => projection === 'boards')).toMatchObject({ version: 2 });
      const made = await madeBy('next', under.log, before.position);
      expect(await present(store, made)).toEqual(all(made));
      const [person] = made.filter(({ collection, doc }) => collection === 'accounts' && doc !== null);
      const whole = { below: null, atOrAbove: null, limit: 1 };
      expect(await store.query('accounts', 'byId', [person?.key ?? ''], whole)).toEqual([person]);
      // Cursors from before end: their documents were made by other folds.
      expect((await store.feedEnd()).generation).not.toBe(before.mark.generation);
      expect(await store.feedFloor()).toBe(before.position);
      expect(await store.feedAfter(before.mark, 10)).toBeNull();

      await next.follow();
      expect((await verify(options)).differences).toEqual([]);
      expect(await next.prepare()).toBeNull();
    });

    it('[P4] builds a projection whose queries have changed in the same version', async () => {
      const { left: before, stop } = await left();
      await stop();
      const { store, options, ...reshaped } = await start('reshaped');
      expect(await store.stale()).toEqual(['boards']);
      expect(await reshaped.prepare()).toMatchObject({ position: before.position, parked: [] });
      expect((await store.feedEnd()).generation).not.toBe(before.mark.generation);
      const made = await madeBy('reshaped', under.log, before.position);
      const boards = made.filter(({ collection }) => collection === 'boards');
      const sizeOf = ({ doc }: Versioned) => (doc as { readonly size: string }).size;
      const [size = ''] = boards.map(sizeOf);
      const found = await store.query('boards', 'bySize', [size], { below: null, atOrAbove: null, limit: 100 });
      expect(size).not.toBe('');
      expect(all(found)).toEqual(all(boards.filter((board) => sizeOf(board) === size)));
      await appendAll(under, HISTORY.slice(HALF));
      await reshaped.follow();
      expect((await verify(options)).differences).toEqual([]);
      expect(await reshaped.prepare()).toBeNull();
    });

    it('[P4] folds nothing of the others', async () => {
      const { store, left: before, stop } = await left();
      const [person] = await store.get([{ collection: 'people', key: id('person0') }]);
      const { position } = before;
      const wrong = {
        collection: 'people',
        key: id('person0'),
        doc: { ...(person?.doc as object), verified: 'never' },
      };
      const parked = [{ collection: 'people', key: id('person1'), position, error: 'why' }];
      const rows = [{ ...wrong, position, before: null, topics: [], left: [] }];
      await store.commit({ from: position, to: position, recording: null, rows, parked });
      await stop();
      const next = await start('next');
      await next.prepare();
      expect(await next.store.get([wrong])).toEqual([{ ...wrong, position }]);
      expect(await next.store.parked()).toEqual(parked);
    });

    it('[P4] rebuilds on demand the projections that are stale or asked for, and no others', async () => {
      const { store: before, stop } = await left();
      const builds = await buildsOf(before);
      await before.noteEra('the present era');
      await stop();
      const { store, options, follow } = await start('next');
      await rebuild({ ...options, only: ['post'] });
      expect(await store.stale()).toEqual([]);
      // Without it the next start would take them for another log's, and fold all of it again.
      expect(await store.era()).toBe('the present era');
      const now = await buildsOf(store);
      const isKept = (name: string) => now[name] === builds[name];
      expect(['boards', 'post', 'user', 'save'].map(isKept)).toEqual([false, false, true, true]);
      await appendAll(under, HISTORY.slice(HALF));
      await follow();
      expect((await verify(options)).differences).toEqual([]);
    });

    it('leaves everything as it was when a build breaks off', async () => {
      const { left: before, stop } = await left();
      await stop();
      const next = await start('next');
      const build = await next.options.builder.begin(['boards']);
      await build.advance(before.position, () => undefined);
      await build.discard();
      await next.stop();
      const again = await start('first');
      expect(await again.prepare()).toBeNull();
      expect(await again.store.generations()).toEqual(before.generations);
      const made = await madeBy('first', under.log, before.position);
      expect(await present(again.store, made)).toEqual(all(made));
    });

    it('[P4] rebuilds one projection by the same folds, and readers go on', async () => {
      const { store, options, left: before } = await left();
      const builds = await buildsOf(store);
      const refs = [id('person0')].map((key) => ({ collection: 'people', key }));
      const [person] = await store.get(refs);
      const made = await madeBy('first', under.log, before.position);
      const board = made.find(({ collection }) => collection === 'boards');
      const spoiled = [
        { collection: 'people', key: id('person0'), doc: { ...(person?.doc as object), verified: 'never' } },
        { collection: 'boards', key: board?.key ?? '', doc: { ...(board?.doc as object), posts: 99 } },
      ];
      const { position } = before;
      const rows = spoiled.map((each) => ({ ...each, position, before: null, topics: [], left: [] }));
      const parked = [{ collection: 'people', key: id('person1'), position, error: 'why' }];
      await store.commit({ from: position, to: position, recording: null, rows, parked });

      const report = await rebuild({ ...options, only: ['boards'] });
      expect(report.differences).toEqual([
        { collection: 'boards', key: board?.key, kind: 'fields', fields: ['posts'] },
      ]);
      expect(await store.get([{ collection: 'boards', key: board?.key ?? '' }])).toMatchObject([{ doc: board?.doc }]);
      expect((await store.feedEnd()).generation).toBe(before.mark.generation);
      const now = await buildsOf(store);
      expect(now.boards).not.toBe(builds.boards);
      expect(now.post).toBe(builds.post);
      expect(await store.parked()).toEqual(parked);
      expect((await verify(options)).differences).toMatchObject([{ collection: 'people', fields: ['verified'] }]);
      await appendAll(under, HISTORY.slice(HALF));
      await projector?.waitFor(await under.log.head(), 20_000);
      expect((await verify({ ...options, only: ['boards', 'post'] })).differences).toEqual([]);
    });

    it('[P4] carries over what changes in the others while one is rebuilt, corrections too', async () => {
      const { store, options, left: before } = await left();
      const build = await options.builder.begin(['boards']);
      await build.advance(before.position, () => undefined);
      await build.compare();
      const { position } = before;
      const [person] = await store.get([{ collection: 'people', key: id('person0') }]);
      const corrected = {
        collection: 'people',
        key: id('person0'),
        doc: { ...(person?.doc as object), verified: 'once' },
      };
      const rows = [{ ...corrected, position, before: null, topics: [], left: [] }];
      await store.commit({ from: position, to: position, recording: null, rows, parked: [] });
      await finish(build, options.projector);
      expect(await store.get([corrected])).toEqual([{ ...corrected, position }]);
    });

    it('[P4] carries over what is folded in the others while one is rebuilt', async () => {
      const { store, options, left: before } = await left();
      const build = await options.builder.begin(['boards']);
      await build.advance(before.position, () => undefined);
      await build.compare();
      await appendAll(under, HISTORY.slice(HALF));
      await projector?.waitFor(await under.log.head(), 20_000);
      await finish(build, options.projector);
      const made = await madeBy('first', under.log, await under.log.head());
      expect(await present(store, made)).toEqual(all(made));
    });

    it('refuses to build a projection that there is not', async () => {
      const { options } = await left();
      await expect(rebuild({ ...options, only: ['bords'] })).rejects.toThrow('There is no projection bords.');
      // It did not begin, so it holds up no other build.
      expect((await verify(options)).differences).toEqual([]);
    });
  });
}
