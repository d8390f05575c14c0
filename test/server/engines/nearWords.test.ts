import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { typosBetween, typosIn } from '#server/engines/nearWords.ts';

/** The same by the definition, without limits: what is left when the last letters are taken off in every way. */
function naive(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const same = a.at(-1) === b.at(-1) ? 0 : 1;
  const ways = [
    naive(a.slice(0, -1), b) + 1,
    naive(a, b.slice(0, -1)) + 1,
    naive(a.slice(0, -1), b.slice(0, -1)) + same,
  ];
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    ways.push(naive(a.slice(0, -2), b.slice(0, -2)) + 1);
  }
  return Math.min(...ways);
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });

describe('mistakes between words', () => {
  it('are none in short words, one from 4 letters on, two from 8 on', () => {
    expect(['bed', 'lamp', 'laptops', 'laptopss'].map(typosIn)).toEqual([0, 1, 1, 2]);
  });

  it('are counted as by the definition, up to the most that is asked for', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 2 }), (a, b, most) => {
        expect(typosBetween(a, b, most)).toBe(Math.min(naive(a, b), most + 1));
      }),
      { seed: 3, numRuns: 1_000 },
    );
  });

  it('are those to the nearest beginning, where a beginning is enough', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 2 }), (a, b, most) => {
        const beginnings = Array.from({ length: b.length + 1 }, (_, n) => naive(a, b.slice(0, n)));
        expect(typosBetween(a, b, most, true)).toBe(Math.min(...beginnings, most + 1));
      }),
      { seed: 4, numRuns: 1_000 },
    );
  });
});
