import { create } from 'zustand';
import type { Reason } from '../user/gates.ts';

/** The one dialog that lies over the page (SHEL-12); the composer and the wizard have addresses of their own. */
export type OpenDialog =
  | { readonly kind: 'sign in'; readonly reason: Reason; readonly returnTo: string }
  | { readonly kind: 'verify school' }
  | { readonly kind: 'complete profile' }
  | { readonly kind: 'delete post'; readonly postId: string }
  | { readonly kind: 'delete comment'; readonly postId: string }
  | { readonly kind: 'edit'; readonly postId: string }
  | { readonly kind: 'keys' };

/** `path`: the address over which the dialog was opened. */
export const dialogStore = create<{ dialog: OpenDialog | null; path: string }>(() => ({ dialog: null, path: '' }));

/** Opens a dialog. While a page is on its way, the address is the next page's already: the dialog is kept for it. */
export function openDialog(dialog: OpenDialog): void {
  dialogStore.setState({ dialog, path: window.location.pathname });
}

/** A page is shown: a dialog that was opened over another one goes. */
export function pageShown(path: string): void {
  if (dialogStore.getState().path !== path) closeDialog();
}

export function closeDialog(): void {
  dialogStore.setState({ dialog: null });
}
