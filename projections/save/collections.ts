import * as z from 'zod/mini';
import { defineCollection } from '../kernel/collection.ts';
import { userTopicNames } from '../user/topicNames.ts';
import { saveTopicNames } from './topicNames.ts';

const saveSchema = z.strictObject({
  /** `<post>-<user>`. */
  id: z.string(),
  post: z.string(),
  user: z.string(),
  campus: z.string(),
  /** `<campus>:<user>`: the saved list is of one campus (SAVE-08). */
  list: z.string(),
  /** Position of the save: order of the saved list. */
  order: z.string(),
  savedAt: z.string(),
});
export type Save = z.infer<typeof saveSchema>;

/** The saved list of a user on one campus. */
export function listKey(campus: string, user: string): string {
  return [campus, user].join(':');
}

/** Key of the document that says that a user saved a post. */
export function saveKey(postId: string, userId: string): string {
  return [postId, userId].join('-');
}

/**
 * A user's save of a post: sent to that user, and to those who look at the user's likes or at the likes of the post (Q41);
 * never with the post (decisions D20). Key: `saveKey(post, user)`.
 */
export const saves = defineCollection<Save>({
  name: 'saves',
  schema: saveSchema,
  queries: {
    list: { equals: ['list'], order: 'order' },
    /** Who saved a post (SAVE-05, and the cascade of a deletion). */
    byPost: { equals: ['post'], order: 'order' },
  },
  topics: (save) => [
    userTopicNames.me(save.user),
    saveTopicNames.saved(save.campus, save.user),
    saveTopicNames.likes(save.campus, save.user),
    saveTopicNames.likedBy(save.post),
  ],
  refs: (save) => [
    { collection: 'posts', key: save.post },
    { collection: 'people', key: save.user },
  ],
});

const closedPostSchema = z.strictObject({ id: z.string() });

/** Deleted top-level posts: later saves of them are dropped. Never published. Key: post id. */
export const closedPosts = defineCollection<z.infer<typeof closedPostSchema>>({
  name: 'closedPosts',
  schema: closedPostSchema,
  queries: {},
  topics: () => [],
});
