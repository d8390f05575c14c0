import type { Post } from '#projections/post/collections.ts';
import { slot } from '../../kit/slots.tsx';

/** Ways of other nouns to share a post, before those of the page: a `ShareWay` each. */
export const shareWays = slot<{ readonly post: Post }>('ways to share a post');
