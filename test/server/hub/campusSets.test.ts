import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HOME_SET, projectionsOfSet, UNCUT, withCampusIn } from '#projections/engine/campusSets.ts';
import { mergeReads, type Reads } from '#projections/engine/mergedReads.ts';
import { createProjector } from '#projections/engine/projector.ts';
import { prepare } from '#projections/engine/rebuild.ts';
import { refId } from '#projections/kernel/collection.ts';
import { collections, projections } from '#projections/registry.ts';
import type { Rows, TopicAnswer, WireDocument } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { createMemoryBuilder } from '#server/engines/memory/readStoreBuilder.ts';
import { createHub, type Hub } from '#server/hub/hub.ts';
import { FEED_POLL_EVERY_MS } from '#server/hub/limits.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { type FoldedCut, foldedCut } from '#test/projections/support/cut.ts';
import {
  below,
  createLogBuilder,
  creation,
  id,
  type LogBuilder,
  registration,
  saving,
  topLevel,
} from '#test/projections/support/events.ts';
import { plainReads } from '#test/server/support/plainReads.ts';
import { ERAS, type Guest, guest, knownEras, type StandingClock, standingClock, subscribeTo } from './hubRig.ts';

const SEED = 20_261_122;
const ALL = Number.MAX_SAFE_INTEGER;
const EAST = withCampusIn(UNCUT, 'ut', 'east');
const lamp = topLevel('lamp', 'ada');
const desk = { ...topLevel('desk', 'bob'), campus: 'ut' };

async function hubOver(reads: Reads, log: LogBuilder, clock: StandingClock): Promise<Hub> {
  const hub = createHub({
    store: plainReads(reads),
    collections,
    eras: knownEras(),
    dispatch: async () => ({ ok: true, position: null }),
    clock,
    logger: silentLogger,
    head: async () => log.events.at(-1)?.position ?? '',
    pollEveryMs: FEED_POLL_EVERY_MS,
  });
  await hub.start();
  return hub;
}

/** The hub polls. */
async function look(clock: StandingClock): Promise<void> {
  clock.advance(FEED_POLL_EVERY_MS);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

function campusLog(): LogBuilder {
  const log = createLogBuilder();
  for (const name of ['ada', 'bob']) log.add('UserRegistered', registration(name));
  log.add('PostCreated', creation(lamp));
  log.add('PostCreated', creation(desk));
  return log;
}

/** The changed documents of each packet, in the order of sending. */
const sentDocuments = ({ sent }: Guest) =>
  sent<Rows>('rows').map(({ position, documents }) => ({
    position,
    documents: documents.map((each) => JSON.stringify(each)).toSorted(),
  }));

/** Documents of a page in the end: the newest version of each document that it was sent, by whichever packet. */
function newestSent({ sent }: Guest): ReadonlyMap<string, string> {
  const newest = new Map<string, WireDocument>();
  for (const document of sent<Rows>('rows').flatMap(({ documents, refs }) => [...documents, ...refs])) {
    const before = newest.get(refId(document));
    if (before === undefined || before.position <= document.position) newest.set(refId(document), document);
  }
  return new Map([...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id_, each]) => [id_, JSON.stringify(each)]));
}

describe('a hub over sets of campuses', () => {
  it('[P5] sends its readers the packets that a hub over one set sends, at any order in which the sets commit', async () => {
    type Step = 'post here' | 'post there' | 'comment' | 'save' | 'join' | 'home' | 'east' | 'look';
    const steps = fc.array(
      fc.constantFrom<Step>('post here', 'post there', 'comment', 'save', 'join', 'home', 'east', 'look'),
      { minLength: 4, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        const log = campusLog();
        const clock = standingClock();
        const whole = foldedCut(UNCUT, clock);
        const cut = foldedCut(EAST, clock);
        const commitAll = async ({ sets }: FoldedCut) => {
          for (const set of sets) await set.commit(log.events, ALL);
        };
        await commitAll(whole);
        await commitAll(cut);
        const hubs = [await hubOver(whole.merged, log, clock), await hubOver(cut.merged, log, clock)] as const;
        const [here, there] = hubs.map((hub) => guest(hub, id('bob')));
        for (const each of [here, there]) {
          for (const campus of ['ou', 'ut']) {
            const answer = await each?.peer.receive('subscribe', subscribeTo(topicName.feed(campus)));
            expect(answer).toMatchObject({ ok: true });
          }
        }
        for (const [n, step] of story.entries()) {
          if (step === 'post here') log.add('PostCreated', creation(topLevel(`post ${n}`, 'ada')));
          if (step === 'post there')
            log.add('PostCreated', creation({ ...topLevel(`post ${n}`, 'ada'), campus: 'ut' }));
          if (step === 'comment')
            log.add('PostCreated', creation({ ...below(desk, `comment ${n}`, 'ada'), campus: 'ut' }));
          if (step === 'save') log.add('PostSaved', saving(lamp, `reader ${n}`));
          if (step === 'join') log.add('UserRegistered', registration(`member ${n}`));
          if (step === 'home') await cut.sets[0]?.commit(log.events, 2);
          if (step === 'east') await cut.sets[1]?.commit(log.events, 2);
          if (step === 'look') await look(clock);
        }
        await commitAll(whole);
        await commitAll(cut);
        await look(clock);
        await look(clock);
        expect(sentDocuments(there as Guest)).toEqual(sentDocuments(here as Guest));
        expect(newestSent(there as Guest)).toEqual(newestSent(here as Guest));
        for (const hub of hubs) await hub.close();
      }),
      { seed: SEED, numRuns: 40 },
    );
  });

  it('[P4 in part] [P5] a campus moves to another set beside its readers: a new cut is a release, and everybody goes on with what was there', async () => {
    const log = campusLog();
    const clock = standingClock();
    const read = {
      readAll: async (after: string, limit: number) =>
        log.events.filter(({ position }) => position > after).slice(0, limit),
    };
    const before = foldedCut(EAST, clock);
    for (const set of before.sets) await set.commit(log.events, ALL);
    const hub = await hubOver(before.merged, log, clock);
    const reader = guest(hub, id('bob'));
    const shown = (await reader.peer.receive('subscribe', subscribeTo(topicName.feed('ut')))) as TopicAnswer;

    // The processes of the next cut open what those of this one have left, and build what is stale for them.
    const after = withCampusIn(EAST, 'ut', HOME_SET);
    const next = withCampusIn(after, 'ut', 'west');
    const stores = new Map<string, ReturnType<typeof createMemoryReadStore>>();
    for (const set of ['home', 'west']) {
      const own = projectionsOfSet(projections, next, set);
      const left = before.sets.find((each) => each.set === set)?.store;
      const store = createMemoryReadStore({ projections: own }, left);
      const parts = {
        builder: createMemoryBuilder(store, read, own),
        log: {
          ...read,
          head: async () => log.events.at(-1)?.position ?? '',
          distance: async () => 0,
          recordingAt: async () => null,
        },
        store,
        projector: createProjector({
          log: { ...read } as never,
          store,
          projections: own,
          onCommit: () => undefined,
          logger: silentLogger,
        }),
        eras: ERAS,
      };
      await store.noteEra(ERAS[0]?.id ?? '');
      const report = await prepare(parts);
      expect([set, report?.parked ?? []]).toEqual([set, []]);
      stores.set(set, store);
    }
    const moved = mergeReads({ cut: next, stores, projections, clock });
    expect(await moved.stale()).toEqual([]);
    expect((await stores.get('home')?.scan('posts', '', ALL))?.map(({ key }) => key)).toEqual([lamp.postId]);
    expect((await stores.get('west')?.scan('posts', '', ALL))?.map(({ key }) => key)).toEqual([desk.postId]);
    for (const name of collections.keys()) {
      expect(await moved.scan(name, '', ALL)).toEqual(await before.merged.scan(name, '', ALL));
    }
    // The page changes to a hub of the next cut with its cursor: it gets the same documents again, of another generation.
    const other = await hubOver(moved, log, clock);
    const question = subscribeTo(topicName.feed('ut'), { since: shown.cursor });
    const again = (await guest(other, id('bob')).peer.receive('subscribe', question)) as TopicAnswer;
    expect(again.fresh).toBe(true);
    expect(again.cursor.generation).not.toBe(shown.cursor.generation);
    expect(again.documents.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(
      shown.documents.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    );
  });
});
