import { expect, it } from '@jest/globals';
import { mediaIndexIn } from '#web/post/media/mediaIndex.ts';

it('[FEED-15 in part] an address names one of the photos that are there, from 1; any other number is the first', () => {
  const indexOf = (query: string) => mediaIndexIn(new URLSearchParams(query), 4);
  expect(['photo=1', 'photo=2', 'photo=4'].map(indexOf)).toEqual([0, 1, 3]);
  for (const query of ['', 'photo=', 'photo=0', 'photo=5', 'photo=-1', 'photo=1.5', 'photo=two', 'photo=1e9']) {
    expect([query, indexOf(query)]).toEqual([query, 0]);
  }
});
