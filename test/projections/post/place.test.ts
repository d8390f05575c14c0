import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { oldestFirst, placeInThread } from '#projections/post/place.ts';
import { predictedPosition } from '#web/sync/documents/overlay.ts';

const RUNS = { seed: 20_260_105, numRuns: 500 };
const digits = fc.constantFrom(...'0123456789abcdef');
const positions = (width: number) =>
  fc.array(digits, { minLength: width, maxLength: width }).map((each) => each.join(''));
/** Two positions of one log: decimal, or hexadecimal of either width. */
const pair = fc.constantFrom(16, 32).chain((width) => fc.tuple(positions(width), positions(width)));

describe('the order of a thread', () => {
  it('[COMM-01 in part] falls as positions rise, decimal or hexadecimal', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => oldestFirst(a) > oldestFirst(b) === a < b),
      RUNS,
    );
  });

  it('[COMM-01 in part] has predicted documents last', () => {
    fc.assert(
      fc.property(pair, fc.nat(1_000), ([a, b], index) => {
        expect(oldestFirst(predictedPosition(index)) < oldestFirst(a)).toBe(true);
        expect(placeInThread(b, predictedPosition(index)) < placeInThread(b, a)).toBe(true);
      }),
      RUNS,
    );
  });

  it('is as it was stored for decimal positions', () => {
    expect(oldestFirst('0000000000000120')).toBe('9999999999999879');
  });
});
