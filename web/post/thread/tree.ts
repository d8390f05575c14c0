import type { Post } from '#projections/post/collections.ts';

/** Deepest indent; replies below it stay at this indent and name the person they answer (Q38). */
export const MAX_INDENT = 4;

/** A comment in reading order. */
export interface ThreadItem {
  readonly post: Post;
  /** Levels of indent, 0 for an answer to the post itself. */
  readonly indent: number;
  /** The comment that this one answers, where the indent does not show it. */
  readonly replyingTo: Post | null;
}

/** A comment on a post, with those of the replies below it that are at hand. */
export interface Branch {
  readonly head: Post;
  /** Nested, oldest first. */
  readonly replies: readonly ThreadItem[];
}

/**
 * The comments on a post, oldest first, each with its replies (COMM-01, COMM-02). A comment without its parent is left
 * out: its branch was deleted.
 *
 * @param posts the held documents of the thread; one may occur twice
 */
export function branchesOf(rootId: string, posts: readonly Post[]): readonly Branch[] {
  const children = childrenOf(posts);
  return (children.get(rootId) ?? []).map((head) => ({ head, replies: itemsBelow(head, children) }));
}

function childrenOf(posts: readonly Post[]): ReadonlyMap<string, readonly Post[]> {
  const each = [...new Map(posts.map((post) => [post.id, post])).values()];
  return Map.groupBy(each.sort(byAge), ({ parent }) => parent ?? '');
}

/** A stack instead of recursion: no thread is too deep. */
function itemsBelow(head: Post, children: ReadonlyMap<string, readonly Post[]>): readonly ThreadItem[] {
  const items: ThreadItem[] = [];
  const stack: { readonly post: Post; readonly level: number; readonly parent: Post }[] = [];
  const push = (parent: Post, level: number) => {
    for (const post of (children.get(parent.id) ?? []).toReversed()) stack.push({ post, level, parent });
  };
  push(head, 1);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { post, level, parent } = next;
    items.push({ post, indent: Math.min(level, MAX_INDENT), replyingTo: level > MAX_INDENT ? parent : null });
    push(post, level + 1);
  }
  return items;
}

/** By position of creation: it orders as the times do, and equal times too. */
function byAge(a: Post, b: Post): number {
  if (a.created !== b.created) return a.created < b.created ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
