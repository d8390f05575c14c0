import * as z from 'zod/mini';
import { mediaSchema } from '#domain/kernel/media.ts';
import { personalField, personalFields } from '#domain/kernel/personal.ts';
import { ALL_CATEGORIES } from '#domain/post/categories.ts';
import { postKindSchema } from '#domain/post/kind.ts';
import { priceSchema } from '#domain/post/priceSchema.ts';
import { richTextSchema } from '#domain/post/richText.ts';
import { conditionSchema, saleSchema } from '#domain/post/sale.ts';
import { defineCollection } from '../kernel/collection.ts';
import { postTopicNames } from './topicNames.ts';

const postSchema = z.strictObject({
  id: z.string(),
  kind: postKindSchema,
  campus: z.string(),
  author: z.string(),
  root: z.string(),
  /** `null` for a top-level post. */
  parent: z.nullable(z.string()),
  ancestors: z.array(z.string()),
  text: personalField(richTextSchema),
  media: personalField(z.array(mediaSchema)),
  imageCount: z.int(),
  /** The terms of its offer; a comment has none. */
  category: z.string(),
  price: z.nullable(priceSchema),
  condition: z.nullable(conditionSchema),
  sale: saleSchema,
  /** ISO instants. */
  createdAt: z.string(),
  editedAt: z.nullable(z.string()),
  lastModified: z.string(),
  /** Position of creation. */
  created: z.string(),
  /** Root post whose thread window includes it; `null` for a later reply, which is in `replies` alone. */
  thread: z.nullable(z.string()),
  /** The top-level comment above it; `null` for a post and for a top-level comment itself. */
  branch: z.nullable(z.string()),
  /** Order in the thread and among the replies (`place.ts`). */
  place: z.string(),
  /**
   * Position of the last activity, that of `lastModified`: the order of feed, wall and replies (FEED-02, PROF-04). Of a
   * comment followed by the position of its creation.
   */
  activity: z.string(),
  /**
   * Of a top-level post: the comment or reply that moved it to its position in the feed, at `lastModified`. `null`
   * without one, and when that comment was deleted: the position stays, and an older comment would not explain it.
   */
  lastComment: z.nullable(z.strictObject({ id: z.string(), author: z.string() })),
  /** Campus whose feed includes it: its own for a top-level post that is not sold, else `null`. */
  feed: z.nullable(z.string()),
  /** The same for one with photos or videos: the campus whose media feed includes it (FEED-14). */
  mediaFeed: z.nullable(z.string()),
  /** `<campus>:<author>` for a top-level post that its author wrote, else `null`: the profile's Posts tab. */
  wall: z.nullable(z.string()),
  /** The same for everything of the author with a picture, comments too: the Photos tab. */
  wallPhotos: z.nullable(z.string()),
  /** The same for a comment or reply that is not deleted: the Replies tab. */
  wallReplies: z.nullable(z.string()),
  /** A comment that was deleted while it had replies: shown as "[deleted]" until its last reply is deleted (Q28). */
  deleted: z.boolean(),
});
export type Post = z.infer<typeof postSchema>;

/** Posts, comments and replies (COMM-01). Key: post id. A deleted one leaves a tombstone (`doc: null`). */
export const posts = defineCollection<Post>({
  name: 'posts',
  schema: postSchema,
  subject: 'author',
  personal: personalFields(postSchema),
  queries: {
    feed: { equals: ['feed'], order: 'activity' },
    /** The feed of one category. */
    shelf: { equals: ['feed', 'category'], order: 'activity' },
    mediaFeed: { equals: ['mediaFeed'], order: 'activity' },
    wall: { equals: ['wall'], order: 'activity' },
    /** The part of it that is available, pending or sold. */
    wallSale: { equals: ['wall', 'sale'], order: 'activity' },
    wallPhotos: { equals: ['wallPhotos'], order: 'created' },
    wallReplies: { equals: ['wallReplies'], order: 'activity' },
    /** A post, its comments and the first replies to each, in reading order. */
    thread: { equals: ['thread'], order: 'place' },
    /** Everything below one comment on a post, oldest first. */
    replies: { equals: ['root', 'branch'], order: 'place' },
    /** The comments on a post itself, newest first. */
    latest: { equals: ['parent'], order: 'created' },
    /** All that a person wrote, newest first: what ends with the account. */
    ofAuthor: { equals: ['author'], order: 'created' },
    /** A post and everything below it, newest first: for the cascade of a deletion. */
    ofRoot: { equals: ['root'], order: 'created' },
  },
  topics: (post) => [
    ...(post.thread === null ? [] : [postTopicNames.post(post.thread)]),
    ...(post.branch === null ? [] : [postTopicNames.replies(post.root, post.branch)]),
    ...(post.parent === post.root ? [postTopicNames.latest(post.root)] : []),
    ...(post.feed === null ? [] : [postTopicNames.feed(post.feed)]),
    ...(post.feed === null || post.category === ALL_CATEGORIES.value
      ? []
      : [postTopicNames.shelf(post.feed, post.category)]),
    ...(post.mediaFeed === null ? [] : [postTopicNames.mediaFeed(post.mediaFeed)]),
    ...(post.wall === null ? [] : [postTopicNames.wall(post.campus, post.author)]),
    ...(post.wall === null || post.sale !== 'sold' ? [] : [postTopicNames.wallSold(post.campus, post.author)]),
    ...(post.wallPhotos === null ? [] : [postTopicNames.wallPhotos(post.campus, post.author)]),
    ...(post.wallReplies === null ? [] : [postTopicNames.wallReplies(post.campus, post.author)]),
  ],
  refs: (post) => [
    { collection: 'people', key: post.author },
    ...(post.lastComment === null ? [] : [{ collection: 'people', key: post.lastComment.author }]),
    { collection: 'postCounters', key: post.id },
    // Away from its thread a comment is shown with the post that it is about, and not at all once that is deleted.
    ...(post.wallReplies === null ? [] : [{ collection: 'posts', key: post.root }]),
  ],
});

/** The tabs of an author's profile on one campus. */
export function wallKey(campus: string, author: string): string {
  return [campus, author].join(':');
}

const postCountersSchema = z.strictObject({
  id: z.string(),
  saves: z.int().check(z.minimum(0)),
  /** All comments and replies below it that are not deleted (COMM-12). */
  comments: z.int().check(z.minimum(0)),
  /** All that were ever written below it: the first few are shown with it. */
  written: z.int().check(z.minimum(0)),
});
export type PostCounters = z.infer<typeof postCountersSchema>;

/**
 * Hot counters of a post or comment, beside the content they count. Key: post id. Published only as a ref. What nobody
 * has saved or commented on has none: that is most of what is written.
 */
export const postCounters = defineCollection<PostCounters>({
  name: 'postCounters',
  schema: postCountersSchema,
  queries: {},
  topics: () => [],
});
