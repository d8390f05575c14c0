import { showAlert } from '../../kit/alertStore.ts';

/** "Posted!", with the way to the post (POST-11). */
export function showPosted(postId: string): void {
  showAlert('success', 'Posted! Your post was sent.', { action: { label: 'View', to: `/post/${postId}` } });
}

/** The comment or reply was sent (COMM-08). */
export function showReplied(): void {
  showAlert('success', 'Your reply was sent');
}
