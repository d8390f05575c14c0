import { defineDocuments } from '../kernel/documents.ts';
import { postCounters, posts } from './collections.ts';
import { postTopics } from './topics.ts';

/** Posts, comments and replies, with their counters: all of a post is of one campus. */
export const postDocuments = defineDocuments({
  name: 'post',
  collections: [posts, postCounters],
  topics: postTopics,
});
