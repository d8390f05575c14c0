import { dialog } from '../../kit/dialog/dialogStore.ts';

/** Asks before a post or comment is deleted (POST-17, COMM-09). */
export const deleteDialog = dialog<{ readonly kind: 'post' | 'comment'; readonly postId: string }>('delete post');

/** Changes a post or comment (D17). */
export const editDialog = dialog<{ readonly postId: string }>('edit post');
