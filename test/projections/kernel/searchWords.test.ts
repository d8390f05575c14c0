import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchOf } from '#projections/kernel/searchMatch.ts';
import { heldWords, SEARCH_WORD_MAX_CHARACTERS, searchWords, type Wording } from '#projections/kernel/searchWords.ts';

/** Whether a text is found by a question, without any forgiven mistake. */
function finds(question: string, text: string, wording: Wording = 'language'): boolean {
  const words = searchWords(question, wording);
  const content = { campus: null, texts: { text }, filters: {}, at: 0 };
  return words.length > 0 && matchOf({ wording }, content, words, {}) === 'whole';
}

/** Texts that a question finds, and such as it does not. */
function expectFinds(rows: readonly (readonly [question: string, found: readonly string[], not: readonly string[]])[]) {
  for (const [question, found, not] of rows) {
    expect([question, found.filter((text) => !finds(question, text))]).toEqual([question, []]);
    expect([question, not.filter((text) => finds(question, text))]).toEqual([question, []]);
  }
}

describe('the words of a question', () => {
  it.each([
    ['Selling: RED bike!', ['selling', 'red', 'bike']],
    ['Crème brûlée', ['creme', 'brulee']],
    ['MATH-2413 (C++)', ['math', '2413', 'c']],
    ["don't", ['don', 't']],
    ['Велосипед', ['велосипед']],
    ['½ price ﬁle', ['1', '2', 'price', 'file']],
    ['— …', []],
    ['', []],
    ['a bike for sale', ['bike']],
    ['Looking for the desk with a lamp', ['desk', 'lamp']],
    ['is the T-shirt at Walker?', ['tshirt', 'walker']],
    ['garage sale', ['garage', 'sale']],
    ['in-ear', ['in', 'ear']],
    ['for the', ['for', 'the']],
  ])('of %j are %j', (text, words) => expect(searchWords(text)).toEqual(words));

  it('are letters and digits alone, none is too long, and what has the same text is found by them', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom(...'tshirtps5 -’', '自', '転', '車', 'จั', 'ก', '자', '🚲', 'é', 'ß'),
        maxLength: 40,
      }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom<Wording>('language', 'names'), (written, wording) => {
        const words = searchWords(written, wording);
        const held = heldWords(written, wording);
        for (const word of [...words, ...held.map((each) => each.word)]) {
          expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
          expect([...word].length).toBeLessThanOrEqual(SEARCH_WORD_MAX_CHARACTERS);
        }
        const all = new Set(held.map(({ word }) => word));
        expect(words.filter((word) => !all.has(word))).toEqual([]);
        for (const { from, to } of held) expect(0 <= from && from < to && to <= written.length).toBe(true);
      }),
      { seed: 11, numRuns: 2_000 },
    );
  });
});

describe('a text is found', () => {
  it('[SHOP-C scripts] by a word inside a script without spaces', () => {
    expectFinds([
      ['自転車', ['中古自転車を売ります', '自転車', 'iPhone用自転車ホルダー'], ['車を売ります', '転車']],
      ['车', ['出售二手自行车一辆'], ['出售书']],
      ['自行车', ['出售二手自行车一辆', '自行车'], ['行车记录仪']],
      ['ソファー', ['大きなソファー売ります', 'ｿﾌｧｰ'], ['テーブル']],
      ['จักรยาน', ['ขายจักรยานมือสอง'], ['ขายโซฟา']],
      ['자전거', ['중고자전거팝니다', '자전거를 팝니다', '자전거'.normalize('NFD')], ['전기차']],
      ['iphone 用', ['iPhone用ケース'], ['iPhoneケース']],
    ]);
  });

  it('[SHOP-C joined] however its words are joined', () => {
    const written = {
      't-shirt': ['t-shirt', 'tshirt', 't shirt', 'T-Shirts', 'tshirts', 'T Shirts'],
      'wi-fi': ['wi-fi', 'wifi', 'Wi Fi', 'Wi‑Fi'],
      'e-bike': ['e-bike', 'ebike', 'E Bike', 'e-bikes', 'eBikes'],
      'mini fridge': ['mini fridge', 'minifridge', 'mini-fridge', 'mini refrigerator', 'Mini Fridges'],
      ps5: ['PS5', 'PS 5', 'ps-5'],
      'iphone 13': ['iPhone 13', 'iphone13', 'iPhone-13'],
      '128gb': ['128GB', '128 GB'],
      nightstand: ['nightstand', 'night stand', 'Night-Stands'],
      "men's shoes": ["men's shoes", 'mens shoes', 'Men’s shoe'],
    };
    for (const ways of Object.values(written)) expectFinds(ways.map((question) => [question, ways, ['a blue lamp']]));
    expectFinds([
      ['popup', ['a pop-up tent'], ['a pop tent, put up']],
      ['tshirt', [], ['a shirt and a t']],
      ['for20', [], ['two for 20']],
    ]);
  });

  it('[SHOP-C letters] without the letters that do not fall apart', () => {
    expectFinds([
      ['smorrebrod', ['Smørrebrød'], []],
      ['Łodz', ['lodz', 'Łódź'], []],
      ['strasse', ['Straße', 'STRASSE', 'STRAẞE'], []],
      ['Straße', ['strasse'], []],
      ['dorde', ['Đorđe'], []],
      ['aeon', ['Æon'], []],
      ['coeur', ['cœur'], []],
      ['thor', ['þór'], []],
      ['istanbul', ['ıstanbul', 'İstanbul'], []],
    ]);
  });

  it('[SHOP-C plurals] by singular and plural alike', () => {
    for (const ways of [
      'bike bikes',
      'shelf shelves',
      'battery batteries',
      'box boxes',
      'glass glasses',
      'shoe shoes',
      'lens lenses',
      'knife knives',
    ]) {
      const both = ways.split(' ');
      expectFinds(both.map((question) => [`a ${question}`, both.map((each) => `a ${each} x`), ['a lamp']]));
    }
    expectFinds([['gas', ['gas'], ['gate']]]);
  });

  it('[SHOP-C everyday] by what else one calls it, and a kind finds its things', () => {
    expectFinds([
      ['couch', ['a sofa', 'two couches', 'a loveseat'], ['a chair']],
      ['sofa', ['a couch'], []],
      ['fridge', ['a refrigerator', 'mini fridge', 'refridgerator'], []],
      ['books', ['a textbook', 'Calculus text book'], []],
      ['textbook', ['text book', 'textbooks'], ['a novel']],
      ['bicycle', ['bikes', 'ebike'], []],
      ['computer', ['a MacBook Air'], []],
      ['calculus', ['calc 2'], []],
    ]);
  });

  it('[SHOP-C emoji] by an emoji of a thing, and by the same sign', () => {
    expectFinds([
      ['🚲', ['a bicycle', 'two bikes', '🚲 for sale', '🚲'], ['a car', '🚗']],
      ['bikes', ['selling my 🚲!'], []],
      ['🛋️', ['a couch', '🛋'], []],
      ['🔥', ['🔥🔥 deal'], ['a fire pit', '💥']],
      ['fire', [], ['🔥 deal']],
      ['👍🏽', ['👍', '👍🏿'], ['👎']],
      ['🇰🇷', ['🇰🇷 snacks'], ['🇯🇵']],
    ]);
  });

  it('by a name as it is, and by no other name', () => {
    expect(finds('james', 'James Hart', 'names')).toBe(true);
    expect(finds('jeanluc', 'Jean-Luc Picard', 'names')).toBe(true);
    expect(finds('søren', 'Soren Lund', 'names')).toBe(true);
    expect(finds('田中', '田中太郎', 'names')).toBe(true);
    expect(finds('couch', 'Sofa Jones', 'names')).toBe(false);
    expect(searchWords('James Banks', 'names')).toEqual(['james', 'banks']);
  });

  it('where its words stand', () => {
    const text = 'T-shirts and 中古自転車';
    const placesOf = (word: string) =>
      heldWords(text).flatMap((each) => (each.word === word ? [text.slice(each.from, each.to)] : []));
    expect(placesOf('tshirt')).toEqual(['T-shirts']);
    expect(placesOf('shirt')).toEqual(['shirts']);
    expect(placesOf('転車')).toEqual(['転車']);
  });
});
