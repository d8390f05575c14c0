import { create } from 'zustand';

/** The comment that was just written in this tab, until its page has shown where it stands. */
export const useWritten = create<{ readonly id: string | null }>(() => ({ id: null }));

/** Has a comment scrolled to and tinted, as soon as it is drawn, on whichever page that is. */
export function noteWritten(id: string): void {
  useWritten.setState({ id });
}

/** The comment was shown. */
export function forgetWritten(id: string): void {
  if (useWritten.getState().id === id) useWritten.setState({ id: null });
}
