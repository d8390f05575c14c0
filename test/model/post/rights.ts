import { randomUUID } from 'node:crypto';
import { richTextOf } from '#domain/post/normalise.ts';
import type { postNoun } from '#domain/post/noun.ts';
import { namesOf } from '#projections/kernel/topic.ts';
import type { postProjection } from '#projections/post/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { MAY, MEMBERS, moderators, type RightsOf, row } from '../rights.ts';

const text = richTextOf('A lamp.');
const AUTHOR = row('NOT_YOUR_POST', 'NOT_YOUR_POST', 'NOT_YOUR_POST', 'NOT_YOUR_POST', MAY, 'NOT_YOUR_POST');

/** Posts are seen by those who may see the campus, written by members, changed by their author. */
export const postRights: RightsOf<typeof postNoun, typeof postProjection> = {
  commands: {
    CreatePost: { open: MEMBERS, data: () => ({ text, media: [], category: 'all' }) },
    AddComment: { open: MEMBERS, data: ({ post }) => ({ text, media: [], root: post, parent: post }) },
    EditPost: { open: AUTHOR, data: ({ doomed }) => ({ text, media: [], postId: doomed }) },
    SetSale: { open: AUTHOR, data: ({ doomed }) => ({ postId: doomed, sale: 'sold' }) },
    DeletePost: { open: AUTHOR, data: ({ doomed }) => ({ postId: doomed }) },
    RemovePost: moderators(() => ({ postId: randomUUID(), reason: 'scam' })),
  },
  topics: {
    feed: ['campus', () => topicName.feed('ou')],
    shelf: ['campus', () => topicName.shelf('ou', 'furniture')],
    mediaFeed: ['campus', () => topicName.mediaFeed('ou')],
    post: ['campus', ({ post }) => topicName.post(post)],
    replies: ['campus', ({ post }) => topicName.replies(post, randomUUID())],
    latest: ['campus', ({ post }) => topicName.latest(post)],
    wall: ['campus', ({ people }) => topicName.wall('ou', people.owner.userId)],
    wallSold: ['campus', ({ people }) => topicName.wallSold('ou', people.owner.userId)],
    wallPhotos: ['campus', ({ people }) => topicName.wallPhotos('ou', people.owner.userId)],
    wallReplies: ['campus', ({ people }) => topicName.wallReplies('ou', people.owner.userId)],
    someComments: ['campus', ({ post }) => topicName.someComments('ou', namesOf([post]))],
    somePosts: ['campus', ({ post, doomed }) => topicName.somePosts('ou', namesOf([post, doomed]))],
  },
};
