import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { AnySearch } from '#projections/kernel/search.ts';
import { searches } from '#projections/registry.ts';
import type { SearchIndex } from '#server/ports/searchIndex.ts';
import { PARKED_LISTED } from '#server/searchIndex/indexWriter.ts';
import { SEARCH_DELAY_MS } from '#server/searchIndex/searchProjector.ts';
import {
  below,
  createLogBuilder,
  creation,
  deletion,
  id,
  text,
  topLevel,
  verification,
} from '#test/projections/support/events.ts';
import { beginning, type SearchRig, searchRig } from './searchRig.ts';

const postSearch = searches.find(({ name }) => name === 'post') as AnySearch;

/** Milliseconds between two looks of a follower that nobody wakes. */
const POLL_MS = 1_000;

let rig: SearchRig;
let log: ReturnType<typeof createLogBuilder>;
beforeEach(async () => {
  rig = await searchRig();
  log = createLogBuilder();
});
afterEach(() => rig.dispose());

/** A post is findable "within seconds" (SRCH-19): of them the index may wait for one. */
const FINDABLE_WITHIN_MS = 1_000;

/** Lets promises that are already under way run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
}

describe('the projector of the search indexes', () => {
  it('[SRCH-19 in part] builds every index of what is there, and follows what happens', async () => {
    await rig.happen(beginning(log));
    const follower = rig.follower();
    await follower.catchUp();
    expect(await rig.found('post', 'red')).toEqual([id('bike')]);
    expect(await rig.found('post', 'red', 'mit')).toEqual([id('lamp')]);
    expect(await rig.found('user', 'ann')).toEqual([id('ann')]);
    expect(await rig.found('campus', 'oklahoma', null)).toEqual(expect.arrayContaining(['ou', 'okstate']));

    const desk = topLevel('desk', 'ann');
    const edited = {
      ...topLevel('bike', 'ann'),
      text: text('A blue bike'),
      media: creation(desk).media,
      imageCount: 0,
    };
    await rig.happen([
      log.add('PostCreated', creation(desk, 'A red desk')),
      log.add('PostCreated', creation(below(desk, 'question', 'bob'), 'Is it red enough?')),
      log.add('PostEdited', edited),
      log.add('PostCreated', creation(topLevel('joined', 'bob', { kind: 'new user' }), 'red')),
    ]);
    await follower.catchUp();
    expect(await rig.found('post', 'red')).toEqual([id('desk')]);
    expect(await rig.found('post', 'blue bike')).toEqual([id('bike')]);

    await rig.happen([log.add('PostDeleted', deletion(desk)), log.add('SchoolVerified', verification('bob', 'ou'))]);
    await follower.catchUp();
    expect(await rig.found('post', 'red')).toEqual([]);
    expect((await rig.found('user', 'x')).toSorted()).toEqual([id('ann'), id('bob')].toSorted());
    expect(await rig.found('user', 'bob', 'mit')).toEqual([]);
  });

  it('says how far each index is; one of what stands in the source is behind nothing', async () => {
    const follower = rig.follower();
    await follower.catchUp();
    await rig.happen(beginning(log));
    await follower.catchUp();
    const end = await rig.store.checkpoint();
    const said = follower.status().indexes.map(({ name, isFixed, position }) => [name, isFixed ? 'fixed' : position]);
    expect(said.toSorted()).toEqual([
      ['campus', 'fixed'],
      ['post', end],
      ['user', end],
    ]);
  });

  it('[SRCH-19 in part] takes commits together, a moment after the first of them', async () => {
    expect(SEARCH_DELAY_MS).toBeLessThanOrEqual(FINDABLE_WITHIN_MS);
    const follower = rig.follower();
    follower.start();
    rig.clock.advance(0);
    await settled();
    const writes: number[] = [];
    const { write } = rig.index;
    (rig.index as { write: SearchIndex['write'] }).write = (build, changes) => {
      writes.push(changes.put.length);
      return write(build, changes);
    };
    for (const event of beginning(log)) {
      await rig.happen([event]);
      follower.wake();
    }
    rig.clock.advance(SEARCH_DELAY_MS - 1);
    await settled();
    expect(writes).toEqual([]);
    rig.clock.advance(1);
    await settled();
    expect(writes.toSorted()).toEqual([2, 2]);
    expect(await rig.found('post', 'red')).toEqual([id('bike')]);
    await follower.stop();
  });

  it('looks by itself, again and again, at a feed that another process writes, and not once it is stopped', async () => {
    const follower = rig.follower(searches, { pollEveryMs: POLL_MS });
    follower.start();
    rig.clock.advance(0);
    await settled();
    for (const [n, event] of beginning(log).entries()) {
      await rig.happen([event]);
      // Nobody wakes it: its own look does, and a moment later it takes what came.
      rig.clock.advance(POLL_MS - SEARCH_DELAY_MS);
      await settled();
      rig.clock.advance(SEARCH_DELAY_MS);
      await settled();
      const posts = [...(await rig.found('post', 'red')), ...(await rig.found('post', 'red', 'mit'))];
      // The two people come first, then a post with each look.
      expect(posts).toHaveLength(Math.max(0, n - 1));
    }
    await follower.stop();
    const looks = jest.spyOn(rig.store, 'feedAfter');
    rig.clock.advance(3 * POLL_MS);
    await settled();
    expect(looks).not.toHaveBeenCalled();
  });

  it('goes on from its mark after a restart, and reads nothing a second time', async () => {
    await rig.happen(beginning(log));
    const first = rig.follower();
    await first.catchUp();
    await first.stop();
    await rig.happen([log.add('PostCreated', creation(topLevel('desk', 'ann'), 'A red desk'))]);

    const scans: string[] = [];
    const scan: SearchRig['store']['scan'] = (collection) => {
      scans.push(collection);
      return Promise.reject(new Error('Nothing is to be read again.'));
    };
    const second = rig.follower(searches, { scan });
    await second.catchUp();
    expect(scans).toEqual([]);
    expect(await rig.found('post', 'red')).toEqual([id('desk'), id('bike')]);
    expect(second.status().indexes.map(({ state }) => state)).toEqual(searches.map(() => 'live'));
  });

  it('writes nothing from read models of another release, and begins as soon as those of this one are built', async () => {
    await rig.happen(beginning(log));
    let stale: readonly string[] = ['post'];
    const follower = rig.follower(searches, { stale: async () => stale });
    await expect(follower.catchUp()).rejects.toThrow('The read models of post were made by another release.');
    follower.start();
    rig.clock.advance(0);
    await settled();
    await expect(rig.found('post', 'red')).rejects.toThrow('is being built');
    expect(follower.status().problem).toContain('another release');

    stale = [];
    rig.clock.advance(500);
    await settled();
    expect(await rig.found('post', 'red')).toEqual([id('bike')]);
    expect(follower.status().problem).toBeNull();
    expect(rig.warnings).toEqual([]);
    await follower.stop();
  });

  it('finishes a build that was interrupted, whatever happened meanwhile', async () => {
    const many = Array.from({ length: 250 }, (_, n) =>
      log.add('PostCreated', creation(topLevel(`p${n}`, 'ann'), 'bike')),
    );
    await rig.happen(many);
    const cut: SearchRig['store']['scan'] = (collection, after, limit) =>
      collection === 'posts' && after !== ''
        ? Promise.reject(new Unavailable('The read models are gone.'))
        : rig.store.scan(collection, after, limit);
    await expect(rig.follower(searches, { scan: cut }).catchUp()).rejects.toThrow('The read models are gone.');
    await expect(rig.found('post', 'bike')).rejects.toThrow('being built');
    await rig.happen([
      log.add('PostDeleted', deletion(topLevel('p7', 'ann'))),
      log.add('PostDeleted', deletion(topLevel('p240', 'ann'))),
    ]);
    await rig.follower().catchUp();
    expect(new Set(await rig.index.find({ ...ALL_BIKES, perPage: 300 }).then(({ keys }) => keys)).size).toBe(248);
    expect((await rig.index.builds('post')).length).toBe(1);
  });

  it('builds an index anew beside the live one when its declaration has changed, and no other', async () => {
    await rig.happen(beginning(log));
    await rig.follower().catchUp();
    const before = await rig.index.builds('post');
    const users = await rig.index.builds('user');
    const changed: AnySearch = {
      ...postSearch,
      version: postSearch.version + 1,
      content: (doc, beside) => {
        const content = postSearch.content(doc, beside);
        return content === null ? null : { ...content, texts: { text: `${content.texts.text} indeed` } };
      },
    };
    let during: readonly string[] = [];
    const { makeLive } = rig.index;
    (rig.index as { makeLive: SearchIndex['makeLive'] }).makeLive = async (build) => {
      during = await rig.found('post', 'red');
      await makeLive(build);
    };
    await rig.follower(searches.map((search) => (search.name === 'post' ? changed : search))).catchUp();
    expect(during).toEqual([id('bike')]);
    expect(await rig.found('post', 'indeed')).toEqual([id('bike')]);
    const after = await rig.index.builds('post');
    expect([after.length, after[0]?.id === before[0]?.id]).toEqual([1, false]);
    expect(await rig.index.builds('user')).toEqual(users);
  });

  it('builds anew when the feed does not go on from its mark, as after a release with other folds', async () => {
    await rig.happen(beginning(log));
    const follower = rig.follower();
    await follower.catchUp();
    rig.store.generation = 'of another release';
    await rig.happen([log.add('PostDeleted', deletion(topLevel('bike', 'ann')))]);
    await follower.catchUp();
    expect(await rig.found('post', 'red')).toEqual([]);
    expect(await rig.found('post', 'red', 'mit')).toEqual([id('lamp')]);
    expect((await rig.index.builds('post')).length).toBe(1);
  });

  it('goes on by itself when the engine fails while a build is begun, filled or made live', async () => {
    await rig.happen(beginning(log));
    await rig.follower().catchUp();
    for (const broken of ['begin', 'write', 'note', 'makeLive'] as const) {
      let isAway = false;
      const flaky: SearchIndex = {
        ...rig.index,
        [broken]: (...words: unknown[]) =>
          isAway
            ? Promise.reject(new Unavailable('The engine is away.'))
            : (rig.index[broken] as (...all: unknown[]) => Promise<unknown>)(...words),
      };
      const follower = rig.follower(searches, { index: flaky });
      await follower.catchUp();
      rig.store.generation = `after ${broken}`;
      isAway = true;
      await expect(follower.catchUp()).rejects.toThrow('The engine is away.');
      isAway = false;
      await follower.catchUp();
      expect(await rig.found('post', 'red')).toEqual([id('bike')]);
      expect((await rig.index.builds('post')).map(({ isLive }) => isLive)).toEqual([true]);
      await follower.stop();
    }
  });

  it('goes on with a build that took the place of one which cannot go on, not with that one', async () => {
    await rig.happen(beginning(log));
    await rig.follower().catchUp();
    rig.store.generation = 'of another release';
    const index = { ...rig.index, makeLive: () => Promise.reject(new Unavailable('It dies here.')) };
    const dying = rig.follower([postSearch], { index });
    await expect(dying.catchUp()).rejects.toThrow('It dies here.');
    const begun = (await rig.index.builds('post')).find(({ isLive }) => !isLive);
    await rig.follower([postSearch], { scan: () => Promise.reject(new Error('All of it is scanned.')) }).catchUp();
    expect((await rig.index.builds('post')).map(({ id: build, isLive }) => [build, isLive])).toEqual([
      [begun?.id, true],
    ]);
  });

  it('builds anew when it is ahead of the read models, which then came from a backup', async () => {
    const events = beginning(log);
    await rig.happen(events);
    const first = rig.follower();
    await first.catchUp();
    await first.stop();
    const [{ id: build = '', state = null } = {}] = await rig.index.builds('post');
    const ahead = { ...JSON.parse(state ?? '{}') };
    ahead.mark.row += 100;
    await rig.index.note(build, JSON.stringify(ahead));
    await rig.happen([log.add('PostCreated', creation(topLevel('desk', 'ann'), 'A red desk'))]);
    await rig.follower().catchUp();
    expect(await rig.found('post', 'red')).toEqual([id('desk'), id('bike')]);
  });

  it('parks a document on which the declaration fails, goes on with all others, and tries it again', async () => {
    await rig.happen(beginning(log));
    let isBroken = true;
    const poisoned: AnySearch = {
      ...postSearch,
      content(doc, beside) {
        const content = postSearch.content(doc, beside);
        if (isBroken && content?.texts.text?.includes('bike')) throw new Error('No bikes.');
        return content;
      },
    };
    const follower = rig.follower([poisoned]);
    await follower.catchUp();
    const parked = [{ key: id('bike'), error: 'No bikes.' }];
    expect(follower.status().indexes).toMatchObject([{ name: 'post', state: 'live', parked }]);
    expect(rig.warnings).toEqual([{ index: 'post', key: id('bike'), error: 'No bikes.' }]);
    expect(await rig.found('post', 'red', 'mit')).toEqual([id('lamp')]);
    await follower.stop();

    const again = rig.follower([poisoned]);
    await again.catchUp();
    expect(again.status().indexes).toMatchObject([{ parked }]);
    isBroken = false;
    const healed = rig.follower([poisoned]);
    await healed.catchUp();
    expect(healed.status().indexes).toMatchObject([{ parked: [] }]);
    expect(await rig.found('post', 'bike')).toEqual([id('bike')]);
  });

  it('lists some of very many parked documents, and tries all of them again when a process starts', async () => {
    const posts = Array.from({ length: PARKED_LISTED + 5 }, (_, n) =>
      log.add('PostCreated', creation(topLevel(`bike${n}`, 'ann'), 'A bike')),
    );
    await rig.happen([...beginning(log), ...posts]);
    let isBroken = true;
    const failing: AnySearch = {
      ...postSearch,
      content(doc, beside) {
        if (isBroken) throw new Error('Nothing opens.');
        return postSearch.content(doc, beside);
      },
    };
    const follower = rig.follower([failing]);
    await follower.catchUp();
    const [status] = follower.status().indexes;
    expect([status?.parked.length, status?.hasUnlisted]).toEqual([PARKED_LISTED, true]);
    expect(rig.warnings).toHaveLength(PARKED_LISTED);
    await follower.stop();

    isBroken = false;
    const healed = rig.follower([failing]);
    await healed.catchUp();
    expect(healed.status().indexes).toMatchObject([{ state: 'live', parked: [], hasUnlisted: false }]);
    expect(await rig.found('post', 'bike')).toHaveLength(50);
    expect((await rig.index.builds('post')).length).toBe(1);
  });

  it('parks a document that the engine refuses, and finds its former form no more', async () => {
    await rig.happen(beginning(log));
    const long: AnySearch = {
      ...postSearch,
      content(doc, beside) {
        const content = postSearch.content(doc, beside);
        const isEdited = content?.texts.text?.includes('long') === true;
        return content !== null && isEdited
          ? { ...content, texts: { text: Array.from({ length: 10_000 }, (_, n) => `bike${n}`).join(' ') } }
          : content;
      },
    };
    const follower = rig.follower([long]);
    await follower.catchUp();
    expect(await rig.found('post', 'bike')).toEqual([id('bike')]);
    const edited = { ...topLevel('bike', 'ann'), text: text('long'), media: creation(topLevel('x', 'ann')).media };
    await rig.happen([log.add('PostEdited', { ...edited, imageCount: 0 })]);
    await follower.catchUp();
    expect(await rig.found('post', 'bike')).toEqual([]);
    expect(follower.status().indexes[0]?.parked).toMatchObject([{ key: id('bike') }]);
  });

  it('says what is wrong while an engine is away, tries again ever later, and loses nothing', async () => {
    await rig.happen(beginning(log));
    let isAway = true;
    let tries = 0;
    const flaky: SearchIndex = {
      ...rig.index,
      builds: (name) => {
        tries += 1;
        return isAway ? Promise.reject(new Unavailable('The engine is away.')) : rig.index.builds(name);
      },
    };
    const follower = rig.follower(searches, { index: flaky });
    follower.start();
    for (let second = 0; second < 60; second += 1) {
      rig.clock.advance(1_000);
      await settled();
    }
    expect(follower.status().problem).toBe('The engine is away.');
    expect(tries).toBeGreaterThan(4);
    expect(tries).toBeLessThan(12);
    isAway = false;
    rig.clock.advance(30_000);
    await settled();
    expect(follower.status().problem).toBeNull();
    expect(await rig.found('post', 'red')).toEqual([id('bike')]);
    await follower.stop();
  });
});

const ALL_BIKES = { index: 'post', words: ['bike'], campus: 'ou', filters: {}, page: 1, perPage: 50 };
