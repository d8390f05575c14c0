import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PRICE_MAX_CENTS } from '#domain/post/limits.ts';
import { checkPrice, readPrice } from '#domain/post/price.ts';
import { rejectionText } from '#domain/registry.ts';

/** Cents of what was typed, or the code of its refusal. */
function read(typed: string): number | string {
  const answer = readPrice(typed);
  return answer.ok ? answer.cents : answer.rejection.code;
}

describe('a typed price', () => {
  it.each([
    ['45', 4_500],
    ['$45', 4_500],
    ['  $ 1,200.50 ', 120_050],
    ['12.5', 1_250],
    ['12.', 1_200],
    ['.99', 99],
    ['0', 0],
    ['0.00', 0],
    ['007', 700],
    ['1,000,000', PRICE_MAX_CENTS],
  ])('"%s" is %d cents', (typed, cents) => expect(read(typed)).toBe(cents));

  it.each([
    ['', 'PRICE_MISSING'],
    ['   ', 'PRICE_MISSING'],
    ['$', 'PRICE_MISSING'],
    ['-1', 'PRICE_NEGATIVE'],
    ['-$1', 'PRICE_NEGATIVE'],
    ['$-0.50', 'PRICE_NEGATIVE'],
    ['12.345', 'PRICE_TOO_FINE'],
    ['1000000.01', 'PRICE_TOO_HIGH'],
    ['1000000000', 'PRICE_TOO_HIGH'],
    ['9'.repeat(400), 'PRICE_TOO_HIGH'],
    ['1e9', 'PRICE_UNREADABLE'],
    ['abc', 'PRICE_UNREADABLE'],
    ['12 34', 'PRICE_UNREADABLE'],
    ['1,20', 'PRICE_UNREADABLE'],
    ['12,5', 'PRICE_UNREADABLE'],
    ['.', 'PRICE_UNREADABLE'],
    ['--1', 'PRICE_NEGATIVE'],
    ['0x10', 'PRICE_UNREADABLE'],
    ['NaN', 'PRICE_UNREADABLE'],
    ['Infinity', 'PRICE_UNREADABLE'],
    ['45 €', 'PRICE_UNREADABLE'],
  ])('"%s" is refused with its reason: %s', (typed, code) => {
    expect(read(typed)).toBe(code);
    expect(rejectionText({ code, data: {} })).toMatch(/^(A price|Please enter)/);
  });

  it('of any characters is an amount that may be stored, or refused: never a fault', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-$0-9., ]{0,12}$/)), (typed) => {
        const cents = read(typed);
        if (typeof cents === 'number') {
          expect(checkPrice({ cents, orBestOffer: false })).toEqual({ ok: true, price: { cents, orBestOffer: false } });
        }
      }),
      { seed: 13, numRuns: 2_000 },
    );
  });

  it('reads back every amount as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: PRICE_MAX_CENTS }), (cents) => {
        expect(read((cents / 100).toFixed(2))).toBe(cents);
        expect(read(new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100))).toBe(
          cents,
        );
      }),
      { seed: 13 },
    );
  });
});

describe('a price in a command', () => {
  it.each([
    [-1, 'PRICE_NEGATIVE'],
    [1_000_000_000, 'PRICE_TOO_HIGH'],
    [12.345, 'PRICE_TOO_FINE'],
    [Number.MIN_VALUE, 'PRICE_TOO_FINE'],
  ])('of %d cents is refused', (cents, code) => {
    expect(checkPrice({ cents, orBestOffer: true })).toMatchObject({ ok: false, rejection: { code } });
  });

  it('that is free takes no offers', () => {
    expect(checkPrice({ cents: -0, orBestOffer: true })).toEqual({ ok: true, price: { cents: 0, orBestOffer: false } });
  });
});
