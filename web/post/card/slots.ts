import type { Post } from '#projections/post/collections.ts';
import { slot } from '../../kit/slots.tsx';

/** Buttons of other nouns below a post. */
export const cardActions = slot<{ readonly postId: string }>('actions of a post');

/** The menu of somebody else's post or comment. */
export const othersMenu = slot<{ readonly post: Post }>("menu of somebody else's post");
