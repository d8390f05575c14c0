import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of posts; `topics.ts` defines their documents and access. */
export const postTopicNames = defineTopicNames({
  /** The posts of a campus, newest activity first. */
  feed: ['campus'],
  /** Those of one category. */
  shelf: ['campus', 'category'],
  /** Those with photos or videos. */
  mediaFeed: ['campus'],
  /** A post with the comments on it and the first replies to each, oldest first. */
  post: ['postId'],
  /** Everything below one comment on a post, oldest first. */
  replies: ['postId', 'commentId'],
  /** The comments on a post, newest first. */
  latest: ['postId'],
  /** The top-level posts of one author on one campus. */
  wall: ['campus', 'userId'],
  /** Those of them that are sold. */
  wallSold: ['campus', 'userId'],
  /** Posts and comments of one author with pictures on one campus, newest first. */
  wallPhotos: ['campus', 'userId'],
  /** The comments and replies of one author on one campus, newest activity first. */
  wallReplies: ['campus', 'userId'],
  /** Some posts of a campus by their ids (`namesOf`): the hits of a search. */
  somePosts: ['campus', 'postIds'],
  /** Comments by their ids, those that are not deleted, nor below a deleted post: shown away from their threads. */
  someComments: ['campus', 'commentIds'],
});
