import type { Post } from '#projections/post/collections.ts';

/** Reason for a card's position: a comment on the post. */
export interface Reason {
  /** User id; `null`: the comment was deleted. */
  readonly author: string | null;
  /** ISO instant. */
  readonly at: string;
}

/** Reasons by post id; `null`: it was posted then. */
export type Reasons = ReadonlyMap<string, Reason | null>;

/** The reason for a post's present position. */
export function reasonOf({ activity, created, lastComment, lastModified }: Post): Reason | null {
  return activity === created ? null : { author: lastComment?.author ?? null, at: lastModified };
}

/**
 * The reasons of the cards on screen. While the list is frozen (D22) a card keeps its position, and so its reason: a
 * line that appears or disappears would move the cards below it.
 */
export function nextReasons(before: Reasons, posts: readonly Post[], frozen: boolean): Reasons {
  return new Map(
    posts.map((post) => {
      const known = before.get(post.id);
      if (frozen && known !== undefined) return [post.id, known];
      const reason = reasonOf(post);
      const isSame = known?.at === reason?.at && known?.author === reason?.author;
      return [post.id, known !== undefined && isSame ? known : reason];
    }),
  );
}
