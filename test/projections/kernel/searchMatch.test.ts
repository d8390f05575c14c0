import { describe, expect, it } from '@jest/globals';
import { matchOf } from '#projections/kernel/searchMatch.ts';
import { searchWords } from '#projections/kernel/searchWords.ts';

const content = { campus: 'ou', texts: { text: 'a red cardigan' }, filters: { pictures: 'yes' }, at: 0 };

/** How the text matches a question. */
const match = (text: string, wanted: Readonly<Record<string, string>> = {}) =>
  matchOf({ wording: 'language' }, content, searchWords(text), wanted);

describe('a document matches a question', () => {
  it('[SHOP-C whole words] by whole words, or with a last one that begins a word, each by its name', () => {
    expect(match('red cardigan')).toBe('whole');
    expect(match('cardigans red')).toBe('whole');
    expect(match('red car')).toBe('beginning');
    expect(match('car red')).toBe(null);
    expect(match('blue car')).toBe(null);
    expect(match('red lamp')).toBe(null);
  });

  it('only with the values that its filters must have, and without words by these alone', () => {
    expect(match('red', { pictures: 'yes' })).toBe('whole');
    expect(match('red', { pictures: 'no' })).toBe(null);
    expect(match('', { pictures: 'yes' })).toBe('whole');
    expect(match('', { pictures: 'no' })).toBe(null);
  });
});
