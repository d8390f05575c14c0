import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isWholeCode, typedCode } from '#web/user/typedCode.ts';

it.each([
  ['1234', '1234'],
  [' 12 34 ', '1234'],
  ['12-34', '1234'],
  ['12 – 34', '1234'],
  ['1.2·3 4', '1234'],
  // Arabic, Persian, Devanagari, Bengali, Thai, full-width, mathematical bold.
  ['١٢٣٤', '1234'],
  ['۱۲۳۴', '1234'],
  ['१२३४', '1234'],
  ['১২৩৪', '1234'],
  ['๑๒๓๔', '1234'],
  ['１２３４', '1234'],
  ['𝟏𝟐𝟑𝟒', '1234'],
  // Marks of direction, which are copied with the digits.
  ['\u200f\u0661\u0662\u0663\u0664\u200e', '1234'],
  ['12a4', '12a4'],
  ['', ''],
])('[SHOP-B] the code %j is typed as %s', (text, code) => {
  expect(typedCode(text)).toBe(code);
});

it('[SHOP-B] digits of every script that the platform knows are those of 0 to 9', () => {
  for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
    const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
    const written = format.format(9_876_543_210);
    // Some write numbers by other means than a digit a place.
    if (!/^\p{Nd}{10}$/u.test(written)) continue;
    expect([numberingSystem, typedCode(written)]).toEqual([numberingSystem, '9876543210']);
  }
});

it('[SHOP-B] is whole with four digits, and no sooner or later', () => {
  expect(['', '123', '1234', '12345', '123a'].map(isWholeCode)).toEqual([false, false, true, false, false]);
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 9_999 }), (code) => isWholeCode(typedCode(String(code)))),
    { seed: 1 },
  );
});
