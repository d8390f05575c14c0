import type { Post } from '#projections/post/collections.ts';

/** Deepest indent; replies below it stand flat and say whom they answer (Q38). */
export const MAX_INDENT = 4;

/** A comment in the order in which it is read. */
export interface ThreadItem {
  readonly post: Post;
  /** Levels of indent, 0 for an answer to the post itself. */
  readonly indent: number;
  /** The comment that this one answers, where the indent does not show it. */
  readonly replyingTo: Post | null;
}

/**
 * The comments below a post, nested and oldest first (COMM-01, COMM-02). A comment whose parent is not there
 * is left out: its thread is gone.
 */
export function threadOf(rootId: string, posts: readonly Post[]): readonly ThreadItem[] {
  const children = new Map<string, Post[]>();
  for (const post of posts) {
    if (post.parent === null) continue;
    const siblings = children.get(post.parent);
    if (siblings === undefined) children.set(post.parent, [post]);
    else siblings.push(post);
  }
  for (const siblings of children.values()) siblings.sort(byAge);

  const items: ThreadItem[] = [];
  // A stack instead of recursion: no thread is too deep.
  const stack: { post: Post; level: number; parent: Post | null }[] = [];
  const push = (parentId: string, parent: Post | null, level: number) => {
    for (const post of [...(children.get(parentId) ?? [])].reverse()) stack.push({ post, level, parent });
  };
  push(rootId, null, 0);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { post, level, parent } = next;
    items.push({ post, indent: Math.min(level, MAX_INDENT), replyingTo: level > MAX_INDENT ? parent : null });
    push(post.id, post, level + 1);
  }
  return items;
}

/** By position of creation: it orders as the times do, and equal times too. */
function byAge(a: Post, b: Post): number {
  if (a.created !== b.created) return a.created < b.created ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
