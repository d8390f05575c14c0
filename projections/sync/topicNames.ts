/** Names of topics. `topics.ts` says what each is made of and who may join it. */
export const topicName = {
  /** The posts of a campus, newest activity first. */
  feed: (campus: string) => `feed:${campus}`,
  /** A post with the comments on it and the first replies to each, oldest first. */
  post: (postId: string) => `post:${postId}`,
  /** Everything below one comment on a post, oldest first. */
  replies: (postId: string, commentId: string) => `replies:${postId}:${commentId}`,
  /** The comments on a post, newest first. */
  latest: (postId: string) => `latest:${postId}`,
  /** The top-level posts of one author on one campus. */
  wall: (campus: string, userId: string) => `wall:${campus}:${userId}`,
  /** The posts that a user saved on one campus. */
  saved: (campus: string, userId: string) => `saved:${campus}:${userId}`,
  /** A user's own account, and everything else that only they are told. */
  me: (userId: string) => `me:${userId}`,
  /** A person's profile. */
  person: (userId: string) => `person:${userId}`,
  /** Live numbers of a campus. */
  campus: (campus: string) => `campus:${campus}`,
} as const;
