import { create } from 'zustand';
import type { Post } from '#projections/post/collections.ts';

/** A comment that was just written in this tab, and where it stands. */
export interface Written {
  readonly id: string;
  /** The post. */
  readonly root: string;
  /** The comment on the post below which it is a reply; `null` for a comment on the post itself. */
  readonly branch: string | null;
}

/** The comment that was just written in this tab, until its page has shown where it stands. */
export const useWritten = create<{ readonly written: Written | null }>(() => ({ written: null }));

/**
 * Has a comment brought into its thread, scrolled to and tinted, as soon as it is drawn, on whichever page that is.
 *
 * @param root the post
 * @param parent what was answered: the post itself, or a comment or reply
 */
export function noteWritten(id: string, root: string, parent: Pick<Post, 'id' | 'branch'> | undefined): void {
  const branch = parent === undefined || parent.id === root ? null : (parent.branch ?? parent.id);
  useWritten.setState({ written: { id, root, branch } });
}

/** The comment was shown. */
export function forgetWritten(id: string): void {
  if (useWritten.getState().written?.id === id) useWritten.setState({ written: null });
}
