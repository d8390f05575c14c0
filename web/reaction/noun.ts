import { fill } from '../kit/slots.tsx';
import { defineWebNoun } from '../noun.ts';
import { commentActions } from '../post/face.ts';
import { LikeButton } from './LikeButton.tsx';

/** Likes of comments. */
export const reaction = defineWebNoun({
  name: 'reaction',
  slots: [fill(commentActions, LikeButton)],
  outbox: { LikeComment: { name: 'A like' }, UnlikeComment: { name: 'A removed like' } },
});
