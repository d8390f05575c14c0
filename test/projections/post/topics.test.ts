import { expect, it } from '@jest/globals';
import { ALL_CATEGORIES } from '#domain/post/categories.ts';
import { postTopics } from '#projections/post/topics.ts';

it('[FEED-14 in part] the media feed of a campus comes 15 at a time, the first page too, whatever a feed’s first page is', () => {
  for (const campus of ['ou', 'ut', 'smu']) {
    expect(postTopics.mediaFeed.topicOf(campus)).toMatchObject({
      ...{ query: 'mediaFeed', values: [campus], order: 'activity', firstPage: 15, page: 15 },
    });
  }
});

it('[FEED-07 in part] a part of the feed is of one of the listed categories; all of them together are the feed', () => {
  expect(postTopics.shelf.topicOf('ou', 'furniture')).toMatchObject({ query: 'shelf', values: ['ou', 'furniture'] });
  expect(postTopics.shelf.topicOf('ou', ALL_CATEGORIES.value)).toBeNull();
  expect(postTopics.shelf.topicOf('ou', 'weapons')).toBeNull();
  expect(postTopics.shelf.topicOf('nowhere', 'furniture')).toBeNull();
});
