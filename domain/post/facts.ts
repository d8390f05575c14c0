import type { Media } from '../kernel/media.ts';
import type { UserState } from '../user/state.ts';
import type { PostState } from './state.ts';

/** What decisions about a post need beside the post's own state; each command declares which it gets. */
export interface PostFacts {
  /** The acting user; for a welcome, the new member. */
  readonly user?: UserState;
  /** The top-level post of a comment. */
  readonly root?: PostState;
  /** The post or comment that a comment answers. */
  readonly parent?: PostState;
  /** The post or comment above a comment with which it is to go. */
  readonly above?: PostState;
  /** Files that the command names and that were really uploaded to the post, by name. */
  readonly uploads: Readonly<Record<string, Media>>;
}
