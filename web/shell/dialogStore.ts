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

export const dialogStore = create<{ dialog: OpenDialog | null }>(() => ({ dialog: null }));

export function openDialog(dialog: OpenDialog): void {
  dialogStore.setState({ dialog });
}

export function closeDialog(): void {
  dialogStore.setState({ dialog: null });
}
