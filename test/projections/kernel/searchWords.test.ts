import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SEARCH_WORD_MAX_CHARACTERS, searchWords } from '#projections/kernel/searchWords.ts';

describe('the words of a text', () => {
  it.each([
    ['Selling: RED bike!', ['selling', 'red', 'bike']],
    ['Crème brûlée', ['creme', 'brulee']],
    ['MATH-2413 (C++)', ['math', '2413', 'c']],
    ["don't", ['don', 't']],
    ['Велосипед', ['велосипед']],
    ['½ price ﬁle', ['1', '2', 'price', 'file']],
    ['🚲 — …', []],
    ['', []],
  ])('of %j are %j', (text, words) => expect(searchWords(text)).toEqual(words));

  it('are letters and digits alone, none is too long, and they are the words of themselves', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const words = searchWords(text);
        for (const word of words) {
          expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
          expect([...word].length).toBeLessThanOrEqual(SEARCH_WORD_MAX_CHARACTERS);
        }
        expect(searchWords(words.join(' '))).toEqual(words);
      }),
      { seed: 11, numRuns: 2_000 },
    );
  });
});
