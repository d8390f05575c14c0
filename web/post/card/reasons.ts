import type { Post } from '#projections/post/collections.ts';

/** Why a card stands where it stands: somebody commented on the post. */
export interface Reason {
  /** User id; `null`: the comment was deleted. */
  readonly author: string | null;
  /** ISO instant. */
  readonly at: string;
}

/** Reasons by post id; `null`: it was posted then. */
export type Reasons = ReadonlyMap<string, Reason | null>;

/** The reason of a post's present place. */
export function reasonOf({ activity, created, lastComment, lastModified }: Post): Reason | null {
  return activity === created ? null : { author: lastComment?.author ?? null, at: lastModified };
}

/**
 * The reasons of the cards on screen. While the list is frozen (D22) a card keeps its place, and so its reason:
 * a line that came or went would also move what is below it.
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
