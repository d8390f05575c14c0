import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { campuses, findCampus } from '#domain/campus/face.ts';
import { chatEvents } from '#domain/chat/events.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { messageEvents } from '#domain/message/events.ts';
import { TALK_LIST } from '#domain/notification/kinds.ts';
import { eventDefinitions } from '#domain/registry.ts';
import {
  type CampusCut,
  HOME_SET,
  projectionsOfSet,
  setNames,
  setOf,
  UNCUT,
  withCampusIn,
} from '#projections/engine/campusSets.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { FeedMark, FeedRow } from '#projections/engine/readStore.ts';
import { generationsOf, shapeDigest, staleOf } from '#projections/engine/versions.ts';
import type { EventFold } from '#projections/kernel/projection.ts';
import { collections, projections } from '#projections/registry.ts';
import { foldedCut } from '../support/cut.ts';
import { createLogBuilder, id } from '../support/events.ts';
import { historyArbitrary } from '../support/history.ts';
import { createManualClock } from '../support/manualClock.ts';

const SEED = 20_261_122;
const CAMPUSES = ['ou', 'ut', 'campus'];
const ALL = Number.MAX_SAFE_INTEGER;
/** The projections that are cut by campus, in the order of the nouns. */
const CUT = ['post', 'save', 'ad', 'impression', 'reaction', 'notification', 'preview'];

const cuts = fc
  .array(fc.tuple(fc.constantFrom(...CAMPUSES), fc.constantFrom(HOME_SET, 'east', 'west')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((moves) => moves.reduce<CampusCut>((cut, [campus, set]) => withCampusIn(cut, campus, set), UNCUT));

const byRow = (rows: readonly FeedRow[]) => rows.map((row) => JSON.stringify(row)).toSorted();

describe('sets of campuses', () => {
  it('have each campus once, whatever was moved', () => {
    fc.assert(
      fc.property(cuts, (cut) => {
        const named = Object.values(cut.sets).flat();
        expect(new Set(named).size).toBe(named.length);
        expect(Object.values(cut.sets).every((campuses) => campuses.length > 0)).toBe(true);
        for (const campus of CAMPUSES) {
          expect(setNames(cut)).toContain(setOf(cut, campus));
          for (const set of setNames(cut)) {
            const moved = withCampusIn(cut, campus, set);
            expect(setOf(moved, campus)).toBe(set);
          }
        }
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  it('change nothing where there is one', () => {
    expect(projectionsOfSet(projections, UNCUT, HOME_SET)).toBe(projections);
  });

  it('every event of a projection of campuses names its campus, but those of conversations, which are of none', () => {
    const ofNone = [...Object.keys(chatEvents), ...Object.keys(messageEvents)];
    const ofCampus = projections.filter((each) => each.ofCampus === true);
    expect(ofCampus.map(({ name }) => name)).toEqual(CUT);
    for (const type of new Set(ofCampus.flatMap(({ folds }) => Object.keys(folds)))) {
      const fields = Object.keys(eventDefinitions[type]?.schema.def.shape ?? {});
      if (ofNone.includes(type)) expect([type, fields.includes('campus')]).toEqual([type, false]);
      else expect([type, fields]).toEqual([type, expect.arrayContaining(['campus'])]);
    }
  });

  it('what is of no campus is folded in the home set alone, wherever the campuses are', () => {
    expect(findCampus(TALK_LIST)).toBeUndefined();
    const everyCampus = { sets: { west: campuses.map(({ id: campus }) => campus) } };
    const log = createLogBuilder();
    const chatId = id('chat');
    log.add('ChatStarted', { chatId, round: 1, starter: id('ann'), partner: id('bob') });
    const rowsOf = (set: string) => {
      const [projection] = projectionsOfSet(projections, everyCampus, set).filter(
        ({ name }) => name === 'notification',
      );
      const fold = projection?.folds.ChatStarted as unknown as EventFold;
      return fold.fold(log.events[0] as RecordedEvent, { get: () => undefined }).map(({ key }) => key);
    };
    expect(rowsOf(HOME_SET)).toEqual(expect.arrayContaining([`${chatId}-${id('bob')}`, `talk:${id('bob')}`]));
    expect(rowsOf('west')).toEqual([]);
  });

  it('[P4 in part] read models of other campuses are stale: those of the sets that a campus moves between, and no others', () => {
    const before = withCampusIn(withCampusIn(UNCUT, 'ut', 'east'), 'campus', 'west');
    const after = withCampusIn(before, 'ut', 'west');
    const staleFor = (set: string) => {
      const built = { projections: projectionsOfSet(projections, before, set) };
      const names = projections.map(({ name }) => name);
      return staleOf(
        { projections: projectionsOfSet(projections, after, set) },
        generationsOf(built, names, 'a build'),
      );
    };
    expect([staleFor('east'), staleFor('west'), staleFor(HOME_SET)]).toEqual([CUT, CUT, []]);
    // The home set is stale when the first campus leaves it.
    const home = projectionsOfSet(projections, before, HOME_SET);
    const differs = home.filter((each, index) => shapeDigest(each) !== shapeDigest(projections[index] as typeof each));
    expect(differs.map(({ name }) => name)).toEqual(CUT);
  });
});

describe('read models cut by campus, and merged', () => {
  it('[P4 in part] [P5] hold the documents and the rows of those that are not cut, however far ahead each set runs', async () => {
    const turns = fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 })), {
      maxLength: 40,
    });
    let moved = 0;
    const property = fc.asyncProperty(historyArbitrary, cuts, turns, async (events, cut, schedule) => {
      const whole = foldedCut(UNCUT, createManualClock());
      await whole.sets[0]?.commit(events, ALL);
      const { sets, merged } = foldedCut(cut, createManualClock());
      if (sets.length > 1) moved += 1;
      const rows: FeedRow[] = [];
      let mark = await merged.feedEnd();
      const begin = mark;
      const read = async (from: FeedMark, limit: number) => {
        const page = await merged.feedAfter(from, limit);
        if (page === null) throw new Error('The feed does not go on.');
        const slowest = (await Promise.all(sets.map(({ store }) => store.checkpoint()))).sort()[0] ?? '';
        expect(page.end.position <= slowest).toBe(true);
        for (const row of page.rows)
          expect(row.position > from.position && row.position <= page.end.position).toBe(true);
        return page;
      };
      for (const [turn, count, limit] of schedule) {
        await sets[turn % sets.length]?.commit(events, count);
        const page = await read(mark, limit);
        rows.push(...page.rows);
        mark = page.end;
      }
      for (const set of sets) await set.commit(events, ALL);
      for (let isOver = false; !isOver; ) {
        const page = await read(mark, 3);
        rows.push(...page.rows);
        isOver = page.rows.length === 0 && page.end.position === (await merged.checkpoint());
        mark = page.end;
      }
      expect(rows.map(({ position }) => position)).toEqual(rows.map(({ position }) => position).toSorted());
      const wholeRows = whole.sets[0]?.store.rows ?? [];
      expect(byRow(rows)).toEqual(byRow(wholeRows));
      expect(byRow((await read(begin, ALL)).rows)).toEqual(byRow(wholeRows));
      for (const name of collections.keys()) {
        const all = await whole.merged.scan(name, '', ALL);
        expect(await merged.scan(name, '', ALL)).toEqual(all);
        expect(await merged.get(all)).toEqual(all);
        for (const [query, { equals }] of Object.entries(collections.get(name)?.queries ?? {})) {
          for (const { doc } of all.slice(0, 5)) {
            if (doc === null) continue;
            const values = equals.map((field) => String((doc as Readonly<Record<string, unknown>>)[field]));
            const page = { below: null, atOrAbove: null, limit: 3 };
            expect(await merged.query(name, query, values, page)).toEqual(
              await whole.merged.query(name, query, values, page),
            );
          }
        }
      }
    });
    await fc.assert(property, { seed: SEED, numRuns: 30 });
    expect(moved).toBeGreaterThan(15);
  });

  it('[P5] [P8 in part] an answer with a document that a set is ahead with waits for the others, and fails if one stands still', async () => {
    const clock = createManualClock();
    const cut = withCampusIn(UNCUT, 'ou', 'east');
    const [events = []] = fc.sample(
      historyArbitrary.filter((all) =>
        all.some(({ type, data }) => type === 'PostCreated' && (data as { campus: string }).campus === 'ou'),
      ),
      { seed: SEED, numRuns: 1 },
    );
    const { sets, merged } = foldedCut(cut, clock);
    const [home, east] = sets;
    expect(await merged.stale()).toEqual([]);
    await east?.commit(events, ALL);
    // One of the sets was never built.
    expect(await merged.stale()).toEqual(CUT);
    const post = events.find(
      ({ type, data }) => type === 'PostCreated' && (data as { campus: string }).campus === 'ou',
    );
    const { postId: key = '' } = (post?.data ?? {}) as { readonly postId?: string };
    let answered: readonly unknown[] | null = null;
    const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));
    const asked = merged.get([{ collection: 'posts', key }]).then((found) => {
      answered = found;
    });
    for (let n = 0; n < 10; n += 1) {
      await settled();
      clock.advance(10);
    }
    expect(answered).toBeNull();
    await home?.commit(events, ALL);
    for (let n = 0; n < 10; n += 1) {
      await settled();
      clock.advance(10);
    }
    await asked;
    expect(answered).toHaveLength(1);
    expect(await merged.stale()).toEqual([]);

    const stuck = foldedCut(cut, clock);
    await stuck.sets[1]?.commit(events, ALL);
    const refused = expect(stuck.merged.get([{ collection: 'posts', key }])).rejects.toThrow(Unavailable);
    for (let n = 0; n < 10; n += 1) {
      await settled();
      clock.advance(1_000);
    }
    await refused;
  });

  it('[P5] resume from no earlier position than the set whose change feed begins last', async () => {
    const cut = withCampusIn(withCampusIn(UNCUT, 'ou', 'east'), 'ut', 'west');
    const { sets, merged } = foldedCut(cut, createManualClock());
    const floors = ['0000000000000002', '0000000000000009', '0000000000000004'];
    for (const [n, { store }] of sets.entries()) store.feedFloor = async () => floors[n] ?? '';
    expect(await merged.feedFloor()).toBe('0000000000000009');
  });
});
