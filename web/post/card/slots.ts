import type { Post } from '#projections/post/collections.ts';
import { slot } from '../../kit/slots.tsx';

/** Buttons of other nouns below a post. `hasCall`: it has a call to action, which takes the place of the message button (FEED-11). */
export const cardActions = slot<{ readonly postId: string; readonly hasCall?: boolean }>('actions of a post');

/** Buttons of other nouns below a comment, before Reply. */
export const commentActions = slot<{ readonly postId: string }>('actions of a comment');

/** Below everything that a post shows, of other nouns. */
export const belowContent = slot<{ readonly post: Post }>('below the content of a post');

/** In the menu of one's own post: a `MenuItem` each. */
export const ownMenu = slot<{ readonly post: Post }>('menu of an own post');

/** Between the cards of a feed: below a post, the n-th of them. */
export const betweenCards = slot<{ readonly count: number; readonly beside: readonly string[] }>('between cards');

/** Below the text of a post, of other nouns. */
export const belowText = slot<{ readonly post: Post }>('below the text of a post');

/** In the menu of somebody else's post or comment: a `MenuItem` each. */
export const othersMenu = slot<{ readonly post: Post }>("menu of somebody else's post");
