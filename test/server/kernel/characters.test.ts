import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { charactersOf } from '#server/kernel/characters.ts';

const plainText = fc.string({ unit: fc.constantFrom(...'abcxyz 0123') });
const plainData = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, plainText, fc.constant(null), fc.integer(), tie('list'), tie('fields')),
  list: fc.array(tie('value')),
  fields: fc.dictionary(plainText, tie('value')),
})).value;

it('counts about as many characters as the JSON has', () => {
  fc.assert(
    fc.property(plainData, (value) => {
      const exact = JSON.stringify(value).length;
      expect(charactersOf(value)).toBeGreaterThanOrEqual(exact / 3);
      expect(charactersOf(value)).toBeLessThanOrEqual(exact * 3 + 5);
    }),
    { seed: 12, numRuns: 1_000 },
  );
  expect(charactersOf({ text: 'x'.repeat(10_000) })).toBeGreaterThan(10_000);
});
