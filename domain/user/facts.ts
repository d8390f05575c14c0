import type { Media } from '../kernel/media.ts';

/** What decisions about a user need beside the user's own state. */
export interface UserFacts {
  /** Files that the command names and that were really uploaded, by name. */
  readonly uploads: Readonly<Record<string, Media>>;
  /** Unique values that the dispatcher holds for this command, by kind of claim. */
  readonly claimed: Readonly<Record<string, string>>;
}
