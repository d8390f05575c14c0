import type { Media } from '#domain/kernel/media.ts';

/** Photos of a post or comment, and whose. */
export interface Photos {
  readonly postId: string;
  readonly media: readonly Media[];
  /** Full name. */
  readonly author: string;
}
