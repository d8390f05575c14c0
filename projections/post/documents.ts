import { defineDocuments } from '../kernel/documents.ts';
import { authorCounters, postCounters, posts } from './collections.ts';
import { postTopics } from './topics.ts';

/** Posts, comments and replies, with their counters. */
export const postDocuments = defineDocuments({
  name: 'post',
  collections: [posts, postCounters, authorCounters],
  topics: postTopics,
});
