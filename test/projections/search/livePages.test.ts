import { expect, it } from '@jest/globals';
import { findTopic } from '#projections/registry.ts';
import { namesOfPages } from '#projections/search/livePages.ts';
import { topicName } from '#projections/sync/topicNames.ts';

const ids = (count: number) => Array.from({ length: count }, (_, n) => `post-${n}`);

it('the hits of each page are named by topics that there are, however many new results came at once', () => {
  const names = namesOfPages([ids(40), [], ids(10)]);
  expect(names.flatMap((each) => each.split(','))).toEqual([...ids(40), ...ids(10)]);
  for (const each of names) expect(findTopic(topicName.somePosts('ou', each))).not.toBeNull();
});

it('a page of hits that fit is one topic', () => {
  expect(namesOfPages([ids(10), ids(15)])).toHaveLength(2);
});
