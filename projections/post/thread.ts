import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { PostEvent } from '#domain/post/events.ts';
import { threadLimits } from '#domain/post/limits.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import type { DocumentView, Write } from '../kernel/projection.ts';
import { write } from '../kernel/projection.ts';
import { type Post, type PostCounters, postCounters, posts } from './collections.ts';
import { placeInThread } from './place.ts';

/** Documents of a post or comment and of everything above it. */
export function readsWithAncestors({ postId, ancestors }: PostEvent['data']): readonly DocumentRef[] {
  return [postId, ...ancestors].flatMap((key) => [
    { collection: posts.name, key },
    { collection: postCounters.name, key },
  ]);
}

/**
 * The ancestors of a comment, from the root down; `null` when one of them was deleted, and the comment with it (D19).
 */
export function ancestorsOf(documents: DocumentView, ids: readonly string[]): readonly Post[] | null {
  const found = ids.flatMap((id) => documents.get(posts, id) ?? []);
  return found.length === ids.length ? found : null;
}

/** Takes a post or comment away, its counters too. Both leave a tombstone, which no late event brings back. */
export function remove(postId: string): readonly Write[] {
  return [write(posts, postId, null), write(postCounters, postId, null)];
}

/** The counters of what nobody has saved or commented on: it has no document of them. */
const NO_COUNTS = { saves: 0, comments: 0, written: 0 } as const;

/** Counters of an existing post or comment. */
export function countersOf(documents: DocumentView, id: string): PostCounters {
  return documents.get(postCounters, id) ?? { id, ...NO_COUNTS };
}

/** Adds one to, or takes one from, the comment counter of each of the posts that exist (COMM-12). */
export function countComment(documents: DocumentView, ids: readonly string[], difference: 1 | -1): readonly Write[] {
  return ids
    .filter((id) => documents.get(posts, id) !== undefined)
    .map((id) => write(postCounters, id, addComment(countersOf(documents, id), difference)));
}

function addComment(counters: PostCounters, difference: 1 | -1): PostCounters {
  const { comments, written } = counters;
  return { ...counters, comments: comments + difference, written: difference === 1 ? written + 1 : written };
}

/**
 * The position of a new comment in its thread. Only the first replies below a top-level comment are in the thread's own
 * window, in log order: so no reply in the window answers one outside.
 *
 * @param ancestors the posts above it, from the root down
 */
export function standingOf(
  documents: DocumentView,
  ancestors: readonly Post[],
  created: string,
): Pick<Post, 'thread' | 'branch' | 'place'> {
  const [root, head] = ancestors;
  if (root === undefined || head === undefined) {
    return { thread: root?.id ?? null, branch: null, place: placeInThread(created, created) };
  }
  const { written } = countersOf(documents, head.id);
  return {
    thread: written < threadLimits.openReplies ? root.id : null,
    branch: head.id,
    place: placeInThread(head.created, created),
  };
}

/**
 * Order of a comment by its last activity. A reply is active at the same position as the comments that it answers, and
 * an author's may be all of them: their creation distinguishes them.
 */
export function commentActivity(position: string, created: string): string {
  return [position, created].join('');
}

/** A new comment moves its root to the top of the feed and marks all above it as active (COMM-04, Q30). */
export function bump(ancestors: readonly Post[], event: RecordedEvent<PostEvent>): readonly Write[] {
  const { data, position, meta } = event;
  const lastComment = { id: data.postId, author: data.author };
  return ancestors.map((post) => {
    const activity =
      post.parent === null
        ? { activity: position, lastComment }
        : { activity: commentActivity(position, post.created) };
    return write(posts, post.id, { ...post, lastModified: meta.at, ...activity });
  });
}

/** Removes a deleted comment as the reason for the post's position in the feed. */
export function forgetLastComment(documents: DocumentView, rootId: string, commentId: string): readonly Write[] {
  const root = documents.get(posts, rootId);
  return root?.lastComment?.id === commentId ? [write(posts, rootId, { ...root, lastComment: null })] : [];
}
