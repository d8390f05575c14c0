import { create } from 'zustand';
import type { Post } from '#projections/post/collections.ts';

/** A comment to be shown, just written in this tab or named by the address, and its position. */
export interface Written {
  readonly id: string;
  /** The post. */
  readonly root: string;
  /** The comment on the post below which it is a reply; `null` for a comment on the post itself. */
  readonly branch: string | null;
}

/** The comment that is to be shown, until its page has shown it. */
export const useWritten = create<{ readonly written: Written | null }>(() => ({ written: null }));

/**
 * Asks the thread to load a comment, scroll to it and tint it, as soon as it is drawn, on any page.
 *
 * @param root the post
 * @param parent the post itself, or a comment or reply
 */
export function noteWritten(id: string, root: string, parent: Pick<Post, 'id' | 'branch'> | undefined): void {
  const branch = parent === undefined || parent.id === root ? null : (parent.branch ?? parent.id);
  useWritten.setState({ written: { id, root, branch } });
}

/** Asks the same for a comment of anybody, by its place. */
export function noteSought(sought: Written): void {
  useWritten.setState({ written: sought });
}

/** The comment was shown. */
export function forgetWritten(id: string): void {
  if (useWritten.getState().written?.id === id) useWritten.setState({ written: null });
}
