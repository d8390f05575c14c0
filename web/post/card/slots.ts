import type { Post } from '#projections/post/collections.ts';
import { slot } from '../../kit/slots.tsx';

/** Buttons of other nouns below a post. */
export const cardActions = slot<{ readonly postId: string }>('actions of a post');

/** Buttons of other nouns below a comment, before Reply. */
export const commentActions = slot<{ readonly postId: string }>('actions of a comment');

/** Below the text of a post, of other nouns. */
export const belowText = slot<{ readonly post: Post }>('below the text of a post');

/** In the menu of somebody else's post or comment: a `MenuItem` each. */
export const othersMenu = slot<{ readonly post: Post }>("menu of somebody else's post");
