import { newId } from '#domain/kernel/ids.ts';
import { threadLimits } from '#domain/post/limits.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { Post, PostCounters } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { drawFrom, type Given, type Known } from '../acts.ts';
import type { Documents } from '../foundDocuments.ts';
import type { Cast, Damaged, Ending, Meeting, StoryModel } from '../story.ts';

/** Posts that are there from the start: more than the feed's first page. */
const FIRST_POSTS = 32;
/** Comments on the first post from the start: more than its thread's first page. */
const FIRST_COMMENTS = 7;
/** Posts of the private campus. */
const PRIVATE_POSTS = 4;
/** Posts at the top of a feed that everybody sees. */
const SEEN_POSTS = 20;

/** Posts and comments that were ever there. */
export function postsIn(documents: Documents): readonly Versioned<Post>[] {
  return [...documents.all('posts')] as Versioned<Post>[];
}

/** Data of a post without pictures. */
export function words(text: string): Record<string, unknown> {
  return { text: richTextOf(text), media: [], category: 'all' };
}

function postOf(text: string): Given {
  return { type: 'CreatePost', data: words(text) };
}

/** Posts at both campuses, and a thread below the first: comments, and replies to the first of them. */
async function beginning({ ou, ut, give }: Cast): Promise<void> {
  const one = (people: readonly string[], n: number) => people[n % people.length] ?? '';
  let root: string | null = null;
  for (let n = 0; n < FIRST_POSTS; n += 1) {
    const postId = newId(await give(one(ou, n), 'ou', postOf(`first ${n}`)), 0);
    root ??= postId;
  }
  let head: string | null = null;
  for (let n = 0; n < FIRST_COMMENTS; n += 1) {
    const parent: string | null = n % 2 === 0 ? root : (head ?? root);
    const data = { text: richTextOf(`word ${n}`), media: [], root, parent };
    const commentId = newId(await give(one(ou, n), 'ou', { type: 'AddComment', data }), 0);
    head ??= commentId;
  }
  for (let n = 0; n < PRIVATE_POSTS; n += 1) await give(one(ut, 0), 'ut', postOf(`first ${n}`));
}

/** A post of somebody else at the campus that can be commented on. */
export function standingOfAnother(known: Known): { readonly key: string; readonly doc: Post } | undefined {
  const standing = known.all<Post>('posts').flatMap(({ key, doc }) => (doc === null ? [] : [{ key, doc }]));
  return drawFrom(
    known,
    standing.filter(({ doc }) => doc.parent === null && doc.campus === known.campus && doc.author !== known.me),
  );
}

/** Somebody writes below a post that its author deletes. */
function meeting(known: Known): Meeting | null {
  const post = standingOfAnother(known);
  if (post === undefined) return null;
  const { key: postId } = post;
  const data = { text: richTextOf('mine!'), media: [], root: postId, parent: postId };
  return {
    first: { type: 'AddComment', data },
    by: post.doc.author,
    second: { type: 'DeletePost', data: { postId } },
  };
}

/** The post with most below it is deleted. */
function ending(known: Known): Ending | null {
  const standing = known.all<Post>('posts').flatMap(({ key, doc }) => (doc === null ? [] : [{ key, doc }]));
  const below = (root: string) => standing.filter(({ doc }) => doc.root === root && doc.parent !== null);
  const roots = standing.filter(({ doc }) => doc.parent === null && doc.kind === 'post');
  const [root] = roots.toSorted((a, b) => below(b.key).length - below(a.key).length);
  if (root === undefined) return null;
  const heads = below(root.key).filter(({ doc }) => doc.parent === root.key);
  return {
    by: root.doc.author,
    command: { type: 'DeletePost', data: { postId: root.key } },
    topics: [
      topicName.post(root.key),
      topicName.latest(root.key),
      ...heads.map(({ key }) => topicName.replies(root.key, key)),
    ],
  };
}

/** The counters of a post at the top of the feed. */
function damaged(documents: Documents, pick: number): Damaged | null {
  const feed = documents.query?.('posts', 'feed', ['ou']) ?? [];
  const post = feed[pick % Math.max(1, Math.min(SEEN_POSTS, feed.length))];
  const chosen = documents.get('postCounters', post?.key ?? '') as Versioned<PostCounters> | undefined;
  if (chosen === undefined || chosen.doc === null) return null;
  const document = { ...chosen, doc: { ...chosen.doc, saves: chosen.doc.saves + 7 } };
  return { document, topic: topicName.feed('ou') };
}

export const postStory: StoryModel = {
  shortWindows: () =>
    void Object.assign(threadLimits, {
      firstPage: 4,
      page: 3,
      openReplies: 1,
      latest: 2,
    } satisfies typeof threadLimits),
  beginning,
  front: (campus) => [topicName.feed(campus)],
  anytime: (known) => postOf(known.words()),
  meeting,
  ending,
  damaged,
};
