import { slot } from '../../kit/slots.tsx';

/** Buttons of other nouns below a post. */
export const cardActions = slot<{ readonly postId: string }>('actions of a post');
