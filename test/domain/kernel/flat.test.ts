import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { flat } from '#domain/kernel/flat.ts';

it('puts text together as a concatenation does', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.string(), (before, number, after) => {
      expect(flat(before, number, after)).toBe(`${before}${number}${after}`);
    }),
    { seed: 31, numRuns: 200 },
  );
  expect(flat()).toBe('');
});
