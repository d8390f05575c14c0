import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { START } from '#projections/engine/eventLog.ts';
import { formatPosition, parsePosition } from '#server/engines/position.ts';

const RUNS = { seed: 20_260_104, numRuns: 500 };
const place = fc.maxSafeNat();

describe('a position', () => {
  it('is the number that it was made of', () => {
    expect(formatPosition(0)).toBe(START);
    expect(formatPosition(1)).toBe('0000000000000001');
    fc.assert(
      fc.property(place, (n) => parsePosition(formatPosition(n)) === n),
      RUNS,
    );
  });

  it('[P3] orders as text in the order of the log', () => {
    fc.assert(
      fc.property(place, place, (a, b) => formatPosition(a) < formatPosition(b) === a < b),
      RUNS,
    );
  });

  it.each([
    '',
    '1',
    '00000000000000001',
    '000000000000000x',
    '-000000000000001',
    '9999999999999999',
    ' 000000000000001',
  ])('is not %j', (text) => {
    expect(() => parsePosition(text)).toThrow(RangeError);
  });
});
