import { expect, it } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { firstSearch, searchFirstView } from '#server/search/firstView.ts';
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
  'category=furniture',
  'q=%20&show=media&price=free&standing=any',
])('[SRCH-07 in part] the search that comes with the page of %s is the one that the page would ask for', (address) => {
  expect(answered(address)).toEqual(asked(address));
});

it('comes with no other page, and with none without words and filters', () => {
  expect([answered('q=%20'), answered('show=media')]).toEqual([undefined, undefined]);
  expect([answered('show=people&category=furniture'), answered('category=nothing')]).toEqual([undefined, undefined]);
  const query = new URLSearchParams({ q: 'desk' });
  expect(firstSearch('/home', { campus: 'ou', userId: null, query })).toBeNull();
});

it('[SRCH-11 in part] the popular searches come with the page that asks for nothing, and with no other', () => {
  const topics = (address: string, path = '/search') =>
    searchFirstView(path, { campus: 'ou', userId: null, query: new URLSearchParams(address) });
  for (const nothing of ['', 'q=%20&show=media', 'show=people&category=furniture']) {
    expect([nothing, topics(nothing)]).toEqual([nothing, [topicName.popularSearches('ou')]]);
  }
  expect([topics('q=desk'), topics('category=furniture'), topics('', '/home')]).toEqual([[], [], []]);
});
