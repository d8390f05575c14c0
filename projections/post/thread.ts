import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { PostEvent } from '#domain/post/events.ts';
import type { DocumentView, Read, Write } from '../kernel/projection.ts';
import { write } from '../kernel/projection.ts';
import { type Post, type PostCounters, postCounters, posts } from './collections.ts';

/** Documents of a post or comment and of everything above it. */
export function readsWithAncestors({ postId, ancestors }: PostEvent['data']): readonly Read[] {
  return [postId, ...ancestors].flatMap((key) => [
    { collection: posts.name, key },
    { collection: postCounters.name, key },
  ]);
}

/** The posts above a comment, from the root down; `null` when one of them is gone and the comment with it (D19). */
export function ancestorsOf(documents: DocumentView, ids: readonly string[]): readonly Post[] | null {
  const found = ids.flatMap((id) => documents.get(posts, id) ?? []);
  return found.length === ids.length ? found : null;
}

/** Takes a post or comment away, its counters too. */
export function remove(postId: string): readonly Write[] {
  return [write(posts, postId, null), write(postCounters, postId, null)];
}

/** Counts one more or one less standing comment below each of the posts (COMM-12). */
export function countComment(documents: DocumentView, ids: readonly string[], difference: 1 | -1): readonly Write[] {
  return ids.flatMap((id) => {
    const counters = documents.get(postCounters, id);
    return counters === undefined ? [] : [write(postCounters, id, addComments(counters, difference))];
  });
}

function addComments(counters: PostCounters, difference: 1 | -1): PostCounters {
  return { ...counters, comments: counters.comments + difference };
}

/** A new comment moves its root to the top of the feed and marks all above it as active (COMM-04, Q30). */
export function bump(ancestors: readonly Post[], event: RecordedEvent<PostEvent>): readonly Write[] {
  const { data, position, meta } = event;
  const lastComment = { id: data.postId, author: data.author };
  return ancestors.map((post) => {
    const place = post.parent === null ? { activity: position, lastComment } : {};
    return write(posts, post.id, { ...post, lastModified: meta.at, ...place });
  });
}

/** A post no longer names a comment that was deleted as the reason for its place in the feed. */
export function forgetLastComment(documents: DocumentView, rootId: string, commentId: string): readonly Write[] {
  const root = documents.get(posts, rootId);
  return root?.lastComment?.id === commentId ? [write(posts, rootId, { ...root, lastComment: null })] : [];
}
