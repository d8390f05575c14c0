import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of saves; `topics.ts` defines their documents and access. */
export const saveTopicNames = defineTopicNames({
  /** The posts that a user saved on one campus. */
  saved: ['campus', 'userId'],
  /** The same for others: the Likes tab of the user's profile. */
  likes: ['campus', 'userId'],
  /** The people who saved one post. */
  likedBy: ['postId'],
});
