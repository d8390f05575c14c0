import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun } from '../noun.ts';
import { commentActions } from '../post/face.ts';

/** Likes of comments. */
export const reaction = defineWebNoun({
  name: 'reaction',
  slots: [
    fill(
      commentActions,
      lazySoon(() => import('./LikeButton.tsx')),
    ),
  ],
  outbox: { LikeComment: { name: 'A like' }, UnlikeComment: { name: 'A removed like' } },
});
