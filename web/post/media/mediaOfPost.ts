import type { Media } from '#domain/kernel/media.ts';
import type { PostPlace } from '../share/placePath.ts';

/** Photos and videos of a post or comment, and whose. */
export interface MediaOfPost {
  readonly post: PostPlace;
  readonly media: readonly Media[];
  /** Full name. */
  readonly author: string;
}
