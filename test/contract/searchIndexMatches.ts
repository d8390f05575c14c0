import { expect, it } from '@jest/globals';
import type { SearchIndex } from '#server/ports/searchIndex.ts';
import { hitsOf, liveBuild, minute, PERSONS, person, question, THINGS, thing } from './searchIndexSamples.ts';

/** Which documents match. */
export function searchMatchesContract(index: () => SearchIndex): void {
  it('finds documents that have every word, wherever they stand, in any case and without accents', async () => {
    await liveBuild(index(), THINGS, [
      thing('a', 'Selling my RED road bike, hardly used'),
      thing('b', 'Blue bike'),
      thing('c', 'A red lamp'),
      thing('d', 'Crème brûlée torch'),
    ]);
    expect(await hitsOf(index(), THINGS, 'red bike')).toEqual(['a']);
    expect(await hitsOf(index(), THINGS, 'BIKE, red!')).toEqual(['a']);
    expect(await hitsOf(index(), THINGS, 'creme brulee')).toEqual(['d']);
    expect(await hitsOf(index(), THINGS, 'Brûlée')).toEqual(['d']);
    expect(await hitsOf(index(), THINGS, 'green bike')).toEqual([]);
  });

  it('takes the last word as the beginning of one, and the words before it as they are', async () => {
    await liveBuild(index(), THINGS, [thing('a', 'bicycle helmet'), thing('b', 'bicycles'), thing('c', 'hel')]);
    expect(await hitsOf(index(), THINGS, 'bicycle hel')).toEqual(['a']);
    expect((await hitsOf(index(), THINGS, 'bicy')).toSorted()).toEqual(['a', 'b']);
    expect((await hitsOf(index(), THINGS, 'h')).toSorted()).toEqual(['a', 'c']);
    expect(await hitsOf(index(), THINGS, 'hel bicycle')).toEqual([]);
  });

  it('[SHOP-C whole words] takes the last word as the beginning of one only where nothing of that campus and those filters has it', async () => {
    const pictures = { pictures: 'yes' };
    await liveBuild(index(), THINGS, [
      thing('a', 'a car', { at: minute(1) }),
      thing('b', 'a cardigan', { at: minute(2), filters: pictures }),
      thing('c', 'a cardigan', { campus: 'mit' }),
    ]);
    expect(await hitsOf(index(), THINGS, 'car')).toEqual(['a']);
    expect(await hitsOf(index(), THINGS, 'a car')).toEqual(['a']);
    expect(await hitsOf(index(), THINGS, 'card')).toEqual(['b']);
    expect(await hitsOf(index(), THINGS, 'car', { filters: pictures })).toEqual(['b']);
    expect(await hitsOf(index(), THINGS, 'car', { campus: 'mit' })).toEqual(['c']);
  });

  it('[SHOP-C] finds words within scripts without spaces, joined and plural words, other names of a thing, and emoji', async () => {
    await liveBuild(index(), THINGS, [
      thing('ja', '中古自転車を売ります'),
      thing('ko', '중고자전거팝니다'),
      thing('th', 'ขายจักรยานมือสอง'),
      thing('shirt', 'T-shirts from Łódź'),
      thing('sofa', 'two couches'),
      thing('bike', 'a bicycle'),
      thing('deal', '🔥 deal'),
    ]);
    for (const [text, key] of [
      ['自転車', 'ja'],
      ['자전거', 'ko'],
      ['จักรยาน', 'th'],
      ['tshirt lodz', 'shirt'],
      ['sofa', 'sofa'],
      ['🚲', 'bike'],
      ['🔥', 'deal'],
    ] as const) {
      expect([text, await hitsOf(index(), THINGS, text)]).toEqual([text, [key]]);
    }
  });

  it('finds words of other scripts, digits, and words that stand together with signs', async () => {
    await liveBuild(index(), THINGS, [
      thing('a', 'Продаю велосипед'),
      thing('b', 'MATH-2413 textbook (C++)'),
      thing('c', 'iPhone 13 – 128GB'),
      thing('d', '自転車'),
    ]);
    expect(await hitsOf(index(), THINGS, 'велосипед')).toEqual(['a']);
    expect(await hitsOf(index(), THINGS, '2413')).toEqual(['b']);
    expect(await hitsOf(index(), THINGS, 'math 2413')).toEqual(['b']);
    expect(await hitsOf(index(), THINGS, '128gb')).toEqual(['c']);
    expect(await hitsOf(index(), THINGS, '自転車')).toEqual(['d']);
  });

  it('[P8] finds nothing of another campus, nor what a filter leaves out', async () => {
    const pictures = { pictures: 'yes' };
    await liveBuild(index(), THINGS, [
      thing('a', 'red bike', { filters: pictures, at: minute(2) }),
      thing('b', 'red bike', { at: minute(1) }),
      thing('c', 'red bike', { campus: 'mit', filters: pictures }),
      thing('d', 'red bike', { campus: 'ou mit' }),
      thing('e', 'red bike', { campus: null }),
    ]);
    expect(await hitsOf(index(), THINGS, 'bike')).toEqual(['a', 'b']);
    expect(await hitsOf(index(), THINGS, 'bike', { filters: pictures })).toEqual(['a']);
    expect(await hitsOf(index(), THINGS, 'bike', { campus: 'mit' })).toEqual(['c']);
    expect(await hitsOf(index(), THINGS, 'bike', { campus: 'm' })).toEqual([]);
    expect((await hitsOf(index(), THINGS, 'bike', { campus: null })).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    // Values are data: whatever stands in them, they are compared as a whole.
    expect(await hitsOf(index(), THINGS, 'bike', { campus: '`ou` || campus:mit' })).toEqual([]);
    expect(await hitsOf(index(), THINGS, 'ou')).toEqual([]);
  });

  it('[SHOP-A2 in part] without words, every document of the campus that has the filters matches, the newest first, in pages', async () => {
    const pictures = { pictures: 'yes' };
    await liveBuild(index(), THINGS, [
      thing('a', 'red bike', { filters: pictures, at: minute(1) }),
      thing('b', 'blue lamp', { at: minute(2) }),
      thing('c', '', { filters: pictures, at: minute(3) }),
      thing('d', 'red bike', { campus: 'mit', filters: pictures, at: minute(4) }),
    ]);
    expect(await hitsOf(index(), THINGS, '', { filters: pictures })).toEqual(['c', 'a']);
    expect(await hitsOf(index(), THINGS, '', { filters: pictures, campus: null })).toEqual(['d', 'c', 'a']);
    expect(await hitsOf(index(), THINGS, '', { filters: { pictures: 'no' } })).toEqual([]);
    expect(await index().find(question(THINGS, '', { perPage: 2 }))).toEqual({ keys: ['c', 'b'], more: true });
    expect(await index().find(question(THINGS, '', { perPage: 2, page: 2 }))).toEqual({ keys: ['a'], more: false });
    await liveBuild(index(), PERSONS, [
      person('1', 'Maya Torres', 'mayatorres'),
      { ...person('2', '', ''), at: minute(1) },
      { ...person('3', 'Grace Hopper', 'grace'), at: minute(2) },
    ]);
    expect(await hitsOf(index(), PERSONS, '')).toEqual(['3', '2', '1']);
  });

  it('finds a person by first name, last name and user name together', async () => {
    await liveBuild(index(), PERSONS, [
      person('1', 'Maya Torres', 'mayatorres'),
      person('2', 'Ann Maya', 'annmaya'),
      person('3', 'Grace Hopper', 'amazing'),
    ]);
    expect(await hitsOf(index(), PERSONS, 'maya tor')).toEqual(['1']);
    expect(await hitsOf(index(), PERSONS, 'amazing')).toEqual(['3']);
    expect(await hitsOf(index(), PERSONS, 'grace amazing')).toEqual(['3']);
  });
}

/** Which mistakes are forgiven, and when. */
export function searchTyposContract(index: () => SearchIndex): void {
  it('forgives a wrong, a missing and an added letter in words of 4 letters and more', async () => {
    await liveBuild(index(), THINGS, [thing('a', 'wooden bookcase'), thing('b', 'lamp')]);
    for (const written of ['wouden', 'woden', 'woooden']) {
      expect([written, await hitsOf(index(), THINGS, `${written} bookcase`)]).toEqual([written, ['a']]);
    }
    expect(await hitsOf(index(), THINGS, 'lump')).toEqual(['b']);
    for (const written of ['boukcase', 'bokcase', 'boookcase']) {
      expect([written, await hitsOf(index(), THINGS, written)]).toEqual([written, ['a']]);
    }
    expect(await hitsOf(index(), THINGS, 'woden')).toEqual(['a']);
    expect(await hitsOf(index(), THINGS, 'wooden bokcase')).toEqual(['a']);
  });

  it('forgives two in words of 8 letters and more, and none in short words', async () => {
    await liveBuild(index(), THINGS, [thing('a', 'microwave oven'), thing('b', 'bed'), thing('c', 'guitar')]);
    expect(await hitsOf(index(), THINGS, 'mikrowafe oven')).toEqual(['a']);
    expect(await hitsOf(index(), THINGS, 'bad')).toEqual([]);
    expect(await hitsOf(index(), THINGS, 'gutiaar x')).toEqual([]);
    expect(await hitsOf(index(), THINGS, 'goutaar')).toEqual([]);
  });

  it('forgives a mistake in what is the beginning of a word so far', async () => {
    await liveBuild(index(), THINGS, [thing('a', 'calculator')]);
    expect(await hitsOf(index(), THINGS, 'calculater')).toEqual(['a']);
    expect(await hitsOf(index(), THINGS, 'calcolat')).toEqual(['a']);
  });

  it('[SHOP-C typos] forgives a mistake in one of two words, and takes the other as it is', async () => {
    await liveBuild(index(), THINGS, [thing('a', 'steel desk'), thing('b', 'steel disk', { at: minute(5) })]);
    expect(await hitsOf(index(), THINGS, 'stel desk')).toEqual(['a']);
    expect(await hitsOf(index(), THINGS, 'stel disk')).toEqual(['b']);
    expect(await hitsOf(index(), THINGS, 'disk stel')).toEqual(['b']);
  });

  it('forgives nothing where the words are found as they are written', async () => {
    await liveBuild(index(), THINGS, [thing('a', 'a desk'), thing('b', 'a disk', { at: minute(5) })]);
    expect(await hitsOf(index(), THINGS, 'desk')).toEqual(['a']);
    expect(await hitsOf(index(), THINGS, 'disk')).toEqual(['b']);
  });

  it('[P8] forgives within the campus: what others have does not count', async () => {
    await liveBuild(index(), THINGS, [thing('a', 'a desk', { campus: 'mit' }), thing('b', 'a disk')]);
    expect(await hitsOf(index(), THINGS, 'desk')).toEqual(['b']);
    expect(await hitsOf(index(), THINGS, 'desk', { campus: 'mit' })).toEqual(['a']);
  });

  it('[P8] corrects a word alike whatever words another campus uses', async () => {
    const own = [...'abcdefgh'].map((letter) => thing(`own.${letter}`, `bx${letter}ke`));
    const others = [...'ijklmnopqrst'].flatMap((letter) =>
      [1, 2].map((n) => thing(`${letter}${n}`, `bx${letter}ke`, { campus: 'mit' })),
    );
    await liveBuild(index(), THINGS, [...own, ...others]);
    const expected = own.map(({ key }) => key).toSorted();
    expect((await hitsOf(index(), THINGS, 'bx0ke')).toSorted()).toEqual(expected);
  });
}

/** In which order, and how many. */
export function searchOrderContract(index: () => SearchIndex): void {
  it('[SRCH-08 in part] orders by time alone, the newest first, in pages', async () => {
    const documents = Array.from({ length: 25 }, (_, n) =>
      thing(`t${n}`, n % 2 === 0 ? 'bike bike bike' : 'an old bike and many other words', { at: minute((n * 7) % 25) }),
    );
    await liveBuild(index(), THINGS, documents);
    const newest = documents.toSorted((a, b) => b.at - a.at).map(({ key }) => key);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => index().find(question(THINGS, 'bike', { page }))));
    expect(pages.map(({ keys }) => keys)).toEqual([newest.slice(0, 10), newest.slice(10, 20), newest.slice(20), []]);
    expect(pages.map(({ more }) => more)).toEqual([true, true, false, false]);
    const exact = await index().find(question(THINGS, 'bike', { page: 5, perPage: 5 }));
    expect([exact.keys.length, exact.more]).toEqual([5, false]);
  });

  it('keeps every document of one instant', async () => {
    const documents = Array.from({ length: 1_200 }, (_, n) => thing(`t${n}`, 'bike'));
    const { id } = await index().begin(THINGS);
    for (const from of [0, 600]) await index().write(id, { put: documents.slice(from, from + 600), remove: [] });
    await index().write(id, { put: documents.slice(0, 1), remove: [] });
    await index().makeLive(id);
    const keys = new Set<string>();
    for (let page = 1; page <= 6; page += 1) {
      for (const key of await hitsOf(index(), THINGS, 'bike', { page, perPage: 200 })) keys.add(key);
    }
    expect(keys.size).toBe(1_200);
  });

  it('[SRCH-10 in part] shows those first who have the word itself, and not only its beginning', async () => {
    await liveBuild(index(), PERSONS, [
      person('1', 'Annabel Lee', 'ablee'),
      person('2', 'Joanna Annis', 'jannis'),
      person('3', 'Ann Zimmer', 'zimmer'),
      person('4', 'Anna Ott', 'annaott'),
    ]);
    const hits = await hitsOf(index(), PERSONS, 'ann');
    expect(hits[0]).toBe('3');
    expect(hits.toSorted()).toEqual(['1', '2', '3', '4']);
  });
}
