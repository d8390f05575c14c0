import { expect, it } from '@jest/globals';
import { firstSearch } from '#server/search/firstView.ts';
import { searchIn } from '#web/search/searchIn.ts';

/** The search that the server answers with a page. */
const answered = (address: string) =>
  firstSearch('/search', { campus: 'ou', userId: null, query: new URLSearchParams(address) })?.question;

/** The search with which the page begins (`web/search/useResults.ts`). */
function asked(address: string) {
  const { text, show, filters } = searchIn(new URLSearchParams(address));
  return { q: text, show, ...(show === 'people' ? {} : filters) };
}

it.each([
  'q=desk',
  'q=%20old%20%20desk%20',
  'q=desk&show=media&category=furniture&price=free&condition=used',
  'q=desk&show=people&category=furniture',
  'q=desk&show=schools',
  'q=desk&show=nothing&price=nothing&pictures=1&campus=ut&page=2',
])('[SRCH-07 in part] the search that comes with the page of %s is the one that the page would ask for', (address) => {
  expect(answered(address)).toEqual(asked(address));
});

it('comes with no other page, and with none without words', () => {
  expect([answered('q=%20'), answered('show=media')]).toEqual([undefined, undefined]);
  const query = new URLSearchParams({ q: 'desk' });
  expect(firstSearch('/home', { campus: 'ou', userId: null, query })).toBeNull();
});
