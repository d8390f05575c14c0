import { dialog } from '../../kit/dialog/dialogStore.ts';

/** The ways to share a post (POST-21). */
export const shareDialog = dialog<{ readonly postId: string }>('share post');

/** Says that a link was copied (POST-20). */
export const linkCopiedDialog = dialog<{ readonly link: string }>('link copied');
