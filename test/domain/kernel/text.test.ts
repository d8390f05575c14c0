import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cleanText, countBytes, countCharacters } from '#domain/kernel/text.ts';
import { texts } from '../arbitraries.ts';

describe('text', () => {
  it('is counted in code points and in bytes of UTF-8', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(countCharacters(text)).toBe([...text].length);
        expect(countBytes(text)).toBe(Buffer.byteLength(text.toWellFormed()));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('is clean once cleaned, and keeps what is seen', () => {
    expect(cleanText('Größe\t40\r\n€ 👩‍🎓\u2029\u0085')).toBe('Größe 40\n€ 👩‍🎓\n');
    fc.assert(
      fc.property(texts, (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
        expect(clean.isWellFormed()).toBe(true);
        expect(/[\p{Cc}\u202a-\u202e]/u.test(clean.replaceAll('\n', ''))).toBe(false);
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});
