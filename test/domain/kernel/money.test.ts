import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatCents, legsSchema, movedOf, transfer } from '#domain/kernel/money.ts';

const schema = legsSchema(['a', 'b']);

describe('money', () => {
  it('[SHEL-15] is shown in US dollars from cents', () => {
    expect([0, 5, 500, 123_456].map(formatCents)).toEqual(['$0.00', '$0.05', '$5.00', '$1,234.56']);
  });

  it('goes from one account to another by two legs that sum to zero', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (cents) => {
        const legs = transfer('a', 'b', cents);
        expect([movedOf(legs, 'a') + movedOf(legs, 'b'), movedOf(legs, 'b')]).toEqual([0, cents]);
        expect(schema.safeParse(legs).success).toBe(true);
      }),
      { seed: 26 },
    );
  });

  it('is refused in parts of cents, below zero, and with legs that make money', () => {
    expect(() => transfer('a', 'b', 0.5)).toThrow(RangeError);
    expect(() => transfer('a', 'b', -1)).toThrow(RangeError);
    const made = [
      { account: 'a', cents: -1 },
      { account: 'b', cents: 2 },
    ];
    expect(schema.safeParse(made).success).toBe(false);
  });
});
