import { expect, it } from '@jest/globals';
import { SEARCH_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { addressOf } from '#web/search/address.ts';
import { searchIn } from '#web/search/searchIn.ts';

const read = (address: string) => searchIn(new URLSearchParams(address));

it('[SRCH-07 in part] an address says its text, tab and filters, and is written as it was read', () => {
  const address = 'q=desk&show=media&category=furniture&price=under-25&condition=good&pictures=yes&standing=any';
  expect(read(address)).toEqual({
    text: 'desk',
    show: 'media',
    filters: { category: 'furniture', price: 'under-25', condition: 'good', pictures: 'yes', standing: 'any' },
  });
  expect(addressOf(read(address))).toBe(`/search?${address}`);
});

it('what an address asks for and the server would refuse is left out: other filters, tabs, a text that is too long', () => {
  expect(read('q=desk&show=cars&category=boats&price=under-26&condition=bad&pictures=no&standing=sold')).toEqual({
    text: 'desk',
    show: 'latest',
    filters: {},
  });
  expect(read('q=desk&price=free&price=dear&category=toString').filters).toEqual({ price: 'free' });
  const full = 'a'.repeat(SEARCH_MAX_CHARACTERS - 1);
  expect(read(`q=${full}bcd`).text).toBe(`${full}b`);
  expect(read(`q=${full}${encodeURIComponent('🚲')}`).text).toBe(full);
  expect(read(`q=++${full}+b`).text).toBe(full);
});
