import { expect, it } from '@jest/globals';
import { SEARCH_TEXT_MAX_CHARACTERS, type SearchIndex } from '#server/ports/searchIndex.ts';
import { hitsOf, liveBuild, minute, PERSONS, person, THINGS, thing } from './searchIndexSamples.ts';

/** Documents are put, replaced and removed, each for itself. */
export function searchWritesContract(index: () => SearchIndex): void {
  it('[SRCH-19 in part] finds a document as soon as it is written, and not any more when it is removed', async () => {
    const id = await liveBuild(index(), THINGS, []);
    expect(await hitsOf(index(), THINGS, 'bike')).toEqual([]);
    await index().write(id, { put: [thing('a', 'red bike')], remove: [] });
    expect(await hitsOf(index(), THINGS, 'bike')).toEqual(['a']);
    await index().write(id, { put: [], remove: ['a', 'unknown'] });
    expect(await hitsOf(index(), THINGS, 'bike')).toEqual([]);
  });

  it('replaces a document by its newer form, at its own place', async () => {
    const id = await liveBuild(index(), THINGS, [
      thing('a', 'red bike', { at: minute(1) }),
      thing('b', 'green bike', { at: minute(2) }),
    ]);
    await index().write(id, { put: [thing('a', 'blue bike', { at: minute(1) })], remove: [] });
    expect(await hitsOf(index(), THINGS, 'red')).toEqual([]);
    expect(await hitsOf(index(), THINGS, 'bike')).toEqual(['b', 'a']);
    await index().write(id, { put: [thing('a', 'blue bike', { at: minute(3), campus: 'mit' })], remove: [] });
    expect(await hitsOf(index(), THINGS, 'bike')).toEqual(['b']);
    expect(await hitsOf(index(), THINGS, 'bike', { campus: 'mit' })).toEqual(['a']);
  });

  it('gives the same for a write that is repeated', async () => {
    const changes = { put: [thing('a', 'red bike'), thing('b', 'blue bike', { at: minute(1) })], remove: ['c'] };
    const id = await liveBuild(index(), THINGS, [thing('c', 'old bike')]);
    for (let times = 0; times < 3; times += 1) await index().write(id, changes);
    expect(await hitsOf(index(), THINGS, 'bike')).toEqual(['b', 'a']);
  });

  it('takes of a key the last form, also within one write', async () => {
    const id = await liveBuild(index(), THINGS, [thing('b', 'a tent')]);
    const put = [thing('a', 'red bike'), thing('a', 'blue bike'), thing('b', 'a boat')];
    await index().write(id, { put, remove: ['b'] });
    expect(await hitsOf(index(), THINGS, 'red')).toEqual([]);
    expect(await hitsOf(index(), THINGS, 'blue')).toEqual(['a']);
    expect(await hitsOf(index(), THINGS, 'boat')).toEqual(['b']);
  });

  it('refuses a document that it cannot take, by its key and reason, and takes all others', async () => {
    const id = await liveBuild(index(), THINGS, []);
    const long = `bike ${'x'.repeat(SEARCH_TEXT_MAX_CHARACTERS)}`;
    const refused = await index().write(id, {
      put: [
        thing('a', 'red bike', { at: minute(1) }),
        thing('b', '', { texts: { text: long } }),
        thing('c', 'a bike', { at: Number.NaN }),
        thing('d', 'blue bike', { at: minute(2) }),
      ],
      remove: [],
    });
    expect(refused).toEqual([
      { key: 'b', error: expect.stringContaining(String(SEARCH_TEXT_MAX_CHARACTERS)) },
      { key: 'c', error: expect.stringContaining('NaN') },
    ]);
    expect(await hitsOf(index(), THINGS, 'bike')).toEqual(['d', 'a']);
  });

  it('[P10] erases every document of a person, from every build of every index, and of nobody else', async () => {
    const own = { subject: 'ann' };
    await liveBuild(index(), THINGS, [thing('a', 'red bike', own), thing('b', 'blue bike', own), thing('c', 'a bike')]);
    await liveBuild(index(), PERSONS, [person('ann', 'Ann Bike', 'annbike'), person('bob', 'Bob Bike', 'bobbike')]);
    const next = await index().begin(THINGS);
    await index().write(next.id, { put: [thing('a', 'red bike', own), thing('c', 'a bike')], remove: [] });

    for (let times = 0; times < 2; times += 1) {
      await index().erase(['ann', 'nobody']);
      expect(await hitsOf(index(), THINGS, 'bike')).toEqual(['c']);
      expect(await hitsOf(index(), PERSONS, 'bike')).toEqual(['bob']);
    }
    await index().makeLive(next.id);
    expect(await hitsOf(index(), THINGS, 'bike')).toEqual(['c']);
    expect(await hitsOf(index(), THINGS, 'red')).toEqual([]);
  });
}
