import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { type EventLog, START, Unavailable } from '#projections/engine/eventLog.ts';
import { BuildRunning, type GenerationBuilder, type RunningBuild } from '#projections/engine/generationBuilder.ts';
import type { Progress } from '#projections/engine/progress.ts';
import { createProjector, type Projector } from '#projections/engine/projector.ts';
import { type Commit, EmptyReadModels, type FeedRow, type ReadStore } from '#projections/engine/readStore.ts';
import { type BuildOptions, type PrepareOptions, prepare, rebuild, verify } from '#projections/engine/rebuild.ts';
import { refId, type Versioned } from '#projections/kernel/collection.ts';
import type { DocumentSet } from '#projections/kernel/documentSet.ts';
import { collections, projections } from '#projections/registry.ts';
import { introductions } from '#projections/user/collections.ts';
import type { OpenEventLog } from '#server/log/eventLog.ts';
import { type EventStore, type NewEvent, NO_STREAM } from '#server/ports/eventStore.ts';
import type { Vault } from '#server/ports/vault.ts';
import { id } from '#test/projections/support/events.ts';
import { wholeFeed } from '#test/projections/support/feed.ts';
import { foldAll } from '#test/projections/support/folded.ts';
import { historyArbitrary } from '#test/projections/support/history.ts';

/** A read store under test, with everything that a rebuild of it needs. */
export interface BuildUnderTest {
  readonly store: ReadStore;
  readonly builder: GenerationBuilder;
  /** With personal data sealed, as projections read it. */
  readonly log: EventLog & Pick<OpenEventLog, 'seal'>;
  readonly events: EventStore;
  readonly vault: Vault;
  dispose(): Promise<void>;
}

/** A long history; always the same one. */
export const HISTORY: readonly RecordedEvent[] = (() => {
  const samples = fc.sample(historyArbitrary, { seed: 5, numRuns: 60 });
  return samples.reduce((longest, each) => (each.length > longest.length ? each : longest), []);
})();

const ANOTHER_PROJECTS = new Unavailable('Another process projects.');

const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Appends sealed events to the log in their order, each to a stream of its own. */
export async function append(under: Pick<BuildUnderTest, 'events'>, sealed: readonly NewEvent[]): Promise<void> {
  await Promise.all(sealed.map((event) => under.events.append(`test-${event.id}`, NO_STREAM, [event])));
}

/** Appends events to the log. All are sealed first: some are of people whom earlier ones erase. */
export async function appendAll(
  under: Pick<BuildUnderTest, 'events' | 'log'>,
  events: readonly RecordedEvent[],
): Promise<void> {
  await append(under, await under.log.seal(events));
}

/** Every document of a read store, tombstones included, by `refId`. */
async function contents(store: ReadStore, folded: DocumentSet, more: readonly string[] = []) {
  const refs = [...collections.keys()].flatMap((name) => [...folded.all(name)]);
  const asked = [...refs, ...more.map((key) => ({ collection: 'people', key }))];
  const documents = await store.get(asked.map(({ collection, key }) => ({ collection, key })));
  return new Map(documents.map((document) => [refId(document), document]));
}

function expected(folded: DocumentSet): ReadonlyMap<string, Versioned> {
  const all = [...collections.keys()].flatMap((name) => [...folded.all(name)]);
  return new Map(all.map((document) => [refId(document), document]));
}

/** Ends a build as a rebuild does, in the place of the live read models. */
export async function finish(build: RunningBuild, projector: Pick<Projector, 'exclusively'>): Promise<void> {
  await projector.exclusively(async (position) => {
    await build.advance(position, () => undefined);
    return build.replace(await build.differences(), position);
  });
}

/** The contract of builders of generations (P4). */
export function readStoreBuildContract(name: string, open: () => Promise<BuildUnderTest>): void {
  describe(`rebuild contract: ${name}`, () => {
    let under: BuildUnderTest;
    let projector: Projector;
    let commits: Commit[];
    let options: BuildOptions & Pick<PrepareOptions, 'log'>;
    const asStarted = async () => ({ ...options, store: under.store, eras: await under.events.eras() });
    beforeEach(async () => {
      under = await open();
      commits = [];
      const { log, store, builder } = under;
      const onCommit = (commit: Commit) => commits.push(commit);
      projector = createProjector({ log, store, projections, onCommit, logger: QUIET });
      options = { builder, log, store, projector };
    });
    afterEach(async () => {
      await projector.stop();
      await under.dispose();
    });

    /** The history in the log and in the read models. */
    async function projected(events = HISTORY): Promise<void> {
      await appendAll(under, events);
      await projector.start();
      await projector.waitFor(await under.log.head(), 20_000);
      commits.length = 0;
    }

    /** Spoils the live read models behind the projector's back. */
    async function spoil(rows: readonly Pick<FeedRow, 'collection' | 'key' | 'doc'>[], parked: Commit['parked'] = []) {
      const at = await under.store.checkpoint();
      const change = rows.map((row) => ({ ...row, position: at, before: null, topics: [], left: [] }));
      await under.store.commit({ from: at, to: at, recording: null, rows: change, parked });
    }

    const somebody = id('person0');

    it('[P4] changes and publishes nothing where all is right', async () => {
      await projected();
      const { generation } = await under.store.feedEnd();
      const feed = await wholeFeed(under.store);
      const report = await rebuild(options);
      expect(report).toMatchObject({ differences: [], parked: [], events: HISTORY.length });
      expect((await under.store.feedEnd()).generation).toBe(generation);
      expect(await under.store.checkpoint()).toBe(await under.log.head());
      const folded = foldAll(await under.log.readAll(START, 1_000));
      expect(await contents(under.store, folded)).toEqual(expected(folded));
      expect(await wholeFeed(under.store)).toEqual(feed);
      expect(await under.store.feedFloor()).toBe(START);
      expect(commits.flatMap(({ rows }) => rows)).toEqual([]);
    });

    it('[P4] does not verify read models that hold nothing of a log: no document differs in them', async () => {
      expect((await verify(options)).differences).toEqual([]);
      await appendAll(under, HISTORY);
      await expect(verify(options)).rejects.toThrow(EmptyReadModels);
      expect(await under.store.checkpoint()).toBe(START);
    });

    it('[P4] corrects the differences, in one commit that is published', async () => {
      await projected();
      const [person] = await under.store.get([{ collection: 'people', key: somebody }]);
      const wrong = { ...(person?.doc as object), hasBio: true, verified: 'never' };
      const extra = { ...(person?.doc as object), id: id('nobody') };
      await spoil([
        { collection: 'people', key: somebody, doc: wrong },
        { collection: 'people', key: id('nobody'), doc: extra },
        { collection: 'accounts', key: id('person1'), doc: null },
      ]);
      const report = await rebuild(options);
      const found = report.differences.map(({ collection, key, kind }) => [collection, key, kind]);
      expect(found).toContainEqual(['people', somebody, 'fields']);
      expect(found).toContainEqual(['people', id('nobody'), 'unexpected']);
      expect(report.differences.find(({ key }) => key === somebody)?.fields).toContain('verified');

      const at = await under.log.head();
      const folded = foldAll(await under.log.readAll(START, 1_000));
      const now = await contents(under.store, folded, [id('nobody')]);
      expect(now.get(`people ${somebody}`)).toEqual({
        collection: 'people',
        key: somebody,
        position: at,
        doc: person?.doc,
      });
      expect(now.get(`people ${id('nobody')}`)?.doc).toBeNull();
      const published = commits.flatMap(({ rows }) => rows);
      expect(published.map(refId).sort()).toEqual(report.differences.map(refId).sort());
      expect(published.find(({ key }) => key === somebody)).toMatchObject({ position: at, doc: person?.doc });
      // A hub of another process reads them from the feed.
      expect((await wholeFeed(under.store)).slice(-published.length)).toEqual(published);
      expect((await verify(options)).differences).toEqual([]);
    });

    it('[P4] only reports when it verifies', async () => {
      await projected();
      await spoil([{ collection: 'people', key: somebody, doc: null }]);
      const report = await verify(options);
      expect(report.differences).toEqual([{ collection: 'people', key: somebody, kind: 'standing', fields: [] }]);
      const [person] = await under.store.get([{ collection: 'people', key: somebody }]);
      expect(person?.doc).toBeNull();
      expect(commits.flatMap(({ rows }) => rows)).toEqual([]);
      expect((await verify(options)).differences).toHaveLength(1);
    });

    it('[P4] tries parked documents again', async () => {
      await projected();
      const parked = [
        { collection: 'introductions', key: somebody, position: await under.store.checkpoint(), error: 'why' },
      ];
      await spoil([{ collection: 'introductions', key: somebody, doc: null }], parked);
      expect(await under.store.parked()).toEqual(parked);
      expect((await rebuild(options)).parked).toEqual([]);
      expect(await under.store.parked()).toEqual([]);
      expect((await projector.status()).parked).toEqual([]);
      const [introduction] = await under.store.query(introductions.name, 'byId', [somebody], {
        below: null,
        atOrAbove: null,
        limit: 1,
      });
      expect(introduction?.key).toBe(somebody);
    });

    it('[P4] [P5] loses and doubles nothing of what is written while it runs', async () => {
      const half = Math.floor(HISTORY.length / 2);
      const later = (await under.log.seal(HISTORY)).slice(half);
      await projected(HISTORY.slice(0, half));
      const writing = (async () => {
        for (const event of later) await append(under, [event]);
      })();
      const report = await rebuild(options);
      await writing;
      await projector.waitFor(await under.log.head(), 20_000);
      expect(report.differences).toEqual([]);
      const folded = foldAll(await under.log.readAll(START, 1_000));
      expect(await contents(under.store, folded)).toEqual(expected(folded));
      const feed = await wholeFeed(under.store);
      expect(feed.map((row) => `${row.position} ${refId(row)}`)).toEqual([
        ...new Set(feed.map((row) => `${row.position} ${refId(row)}`)),
      ]);
      expect((await verify(options)).differences).toEqual([]);
    });

    it('[P4] [P5] loses nothing of what is committed between its comparison and its end', async () => {
      const half = Math.floor(HISTORY.length / 2);
      const later = (await under.log.seal(HISTORY)).slice(half);
      await projected(HISTORY.slice(0, half));
      const build = await under.builder.begin();
      await build.advance(await under.log.head(), () => undefined);
      await build.compare();
      await append(under, later);
      await projector.waitFor(await under.log.head(), 20_000);
      const feed = await wholeFeed(under.store);
      await finish(build, projector);
      expect(await wholeFeed(under.store)).toEqual(feed);
      const folded = foldAll(await under.log.readAll(START, 1_000));
      expect(await contents(under.store, folded)).toEqual(expected(folded));
    });

    it('[P5] gives no document an older version, though the log has its content in an older one', async () => {
      await projected();
      const [person] = await under.store.get([{ collection: 'people', key: somebody }]);
      await spoil([{ collection: 'people', key: somebody, doc: null }]);
      await spoil([{ collection: 'people', key: somebody, doc: person?.doc }]);
      const before = await under.store.get([{ collection: 'people', key: somebody }]);
      expect(before).toEqual([{ ...person, position: await under.log.head() }]);
      expect((await rebuild(options)).differences).toEqual([]);
      expect(await under.store.get([{ collection: 'people', key: somebody }])).toEqual(before);
    });

    it('builds the first generation before the projector starts; the feed begins where it ends', async () => {
      await appendAll(under, HISTORY);
      const head = await under.log.head();
      expect(await prepare(await asStarted())).toMatchObject({
        position: head,
        events: HISTORY.length,
        differences: [],
      });
      expect(await under.store.checkpoint()).toBe(head);
      expect(await under.store.feedFloor()).toBe(head);
      expect(await wholeFeed(under.store)).toEqual([]);
      const folded = foldAll(await under.log.readAll(START, 1_000));
      expect(await contents(under.store, folded)).toEqual(expected(folded));
      expect(await prepare(await asStarted())).toBeNull();
      await projector.start();
      expect(await projector.status()).toMatchObject({ state: 'running', position: head });
    });

    it('has nothing to prepare for an empty log', async () => {
      expect(await prepare(await asStarted())).toBeNull();
    });

    it('[P4] [P5] loses nothing that the projector writes while the first read models are built', async () => {
      const half = HISTORY.length / 2;
      await appendAll(under, HISTORY.slice(0, half));
      const begin: typeof options.builder.begin = async (names) => {
        const build = await options.builder.begin(names);
        let isBehind = false;
        const advance: typeof build.advance = async (...asked) => {
          const events = await build.advance(...asked);
          // The log grows once the build has reached its end, and the projector goes on with it.
          if (!isBehind) await projected(HISTORY.slice(half));
          isBehind = true;
          return events;
        };
        return new Proxy(build, { get: (all, name) => (name === 'advance' ? advance : Reflect.get(all, name)) });
      };
      await rebuild({ ...options, builder: { begin } });
      expect(await under.store.checkpoint()).toBe(await under.log.head());
      const folded = foldAll(await under.log.readAll(START, 1_000));
      expect(await contents(under.store, folded)).toEqual(expected(folded));
    });

    it('builds anew when the read models are of another log', async () => {
      await appendAll(under, HISTORY);
      const far = (await under.log.head()).replace('0', '9');
      await under.store.commit({ from: START, to: far, recording: null, rows: [], parked: [] });
      const { generation } = await under.store.feedEnd();
      await expect(verify(options)).rejects.toThrow('they belong to another log');
      expect(await prepare(await asStarted())).toMatchObject({ position: await under.log.head() });
      expect(await under.store.checkpoint()).toBe(await under.log.head());
      expect((await under.store.feedEnd()).generation).not.toBe(generation);
    });

    it.each([
      ['the log that it was folded from was restored from a backup', 'an era that the log lost', null],
      ['nobody knows which log it was folded from', null, null],
      ['it ended with another event', null, 'an event that the log lost'],
    ])('builds anew when %s, though it reaches as far', async (_why, era, recording) => {
      await appendAll(under, HISTORY);
      const head = await under.log.head();
      await under.store.commit({ from: START, to: head, recording, rows: [], parked: [] });
      if (era !== null) await under.store.noteEra(era);
      const { generation } = await under.store.feedEnd();
      expect(await prepare(await asStarted())).toMatchObject({ position: head, events: HISTORY.length });
      const folded = foldAll(await under.log.readAll(START, 1_000));
      expect(await contents(under.store, folded)).toEqual(expected(folded));
      expect((await under.store.feedEnd()).generation).not.toBe(generation);
      expect(await prepare(await asStarted())).toBeNull();
    });

    it('[P4 in part] keeps read models that end with an event of this log, though the newest era was not noted', async () => {
      await projected();
      const { generation } = await under.store.feedEnd();
      const head = await under.log.head();
      const eras = [...(await under.events.eras()), { id: 'another process', from: START }];
      await under.store.noteEra(eras.at(-2)?.id ?? '');
      expect(await under.store.lastRecording()).toBe(await under.log.recordingAt(head));
      expect(await prepare({ ...(await asStarted()), eras })).toBeNull();
      expect(await under.store.era()).toBe('another process');
      expect((await under.store.feedEnd()).generation).toBe(generation);
    });

    it('knows no event after a build, until the next commit', async () => {
      await projected(HISTORY.slice(0, -1));
      expect(await under.store.lastRecording()).not.toBeNull();
      await rebuild(options);
      expect(await under.store.lastRecording()).toBeNull();
      await appendAll(under, HISTORY.slice(-1));
      const head = await under.log.head();
      await projector.waitFor(head, 20_000);
      expect(await under.store.lastRecording()).toBe(await under.log.recordingAt(head));
    });

    it('keeps the note of the era over a rebuild', async () => {
      await projected();
      await under.store.noteEra('the present era');
      await rebuild(options);
      expect(await under.store.era()).toBe('the present era');
    });

    it('refuses a second build at a time', async () => {
      await projected();
      // Which of them is first at an engine over the network is not known.
      const ended = await Promise.allSettled([rebuild(options), rebuild(options)]);
      const refused = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(refused).toEqual([expect.any(BuildRunning)]);
      expect((await verify(options)).differences).toEqual([]);
    });

    it('[P4 in part] ends where it may not go on, leaves the live ones as they are, and stops no other', async () => {
      await projected();
      const { generation } = await under.store.feedEnd();
      for (const order of [rebuild, verify]) {
        for (let lastCall = 1, isEnded = true; isEnded; lastCall += 1) {
          let calls = 0;
          const mayGoOn = () => {
            calls += 1;
            if (calls > lastCall) throw ANOTHER_PROJECTS;
          };
          const [ended] = await Promise.allSettled([order({ ...options, mayGoOn })]);
          isEnded = ended.status === 'rejected';
          // It is asked no further once it has said no.
          if (isEnded) expect([ended, calls]).toMatchObject([{ reason: ANOTHER_PROJECTS }, lastCall + 1]);
          else expect(lastCall).toBeGreaterThan(2);
        }
      }
      expect((await under.store.feedEnd()).generation).toBe(generation);
      expect((await verify(options)).differences).toEqual([]);
    });

    it('[P4 in part] calls nothing a difference that another projector may have written', async () => {
      await projected();
      let isOver = false;
      const begin: typeof options.builder.begin = async (...asked) => {
        const build = await options.builder.begin(...asked);
        const differences = () => build.differences().finally(() => (isOver = true));
        return { ...build, differences };
      };
      const mayGoOn = () => {
        if (isOver) throw ANOTHER_PROJECTS;
      };
      await expect(verify({ ...options, builder: { begin }, mayGoOn })).rejects.toBe(ANOTHER_PROJECTS);
    });

    it('reports its progress', async () => {
      await projected();
      const reported: Progress[] = [];
      await rebuild({ ...options, onProgress: (progress) => reported.push(progress) });
      expect(reported.map(({ phase }) => phase)).toEqual(expect.arrayContaining(['folding', 'comparing', 'swapping']));
      expect(reported.at(-1)).toMatchObject({ done: HISTORY.length, total: HISTORY.length, secondsLeft: 0 });
    });
  });
}
