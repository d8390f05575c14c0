import { lazySoon } from '../kit/lazySoon.ts';
import { defineWebNoun } from '../noun.ts';
import { excerptOf } from './written.ts';

/** Messages: how each is drawn and written. Their pages are those of conversations. */
export const message = defineWebNoun({
  name: 'message',
  outbox: {
    SendMessage: {
      name: 'Your message',
      excerpt: excerptOf,
      TakeBack: lazySoon(() => import('./TakeBackMessage.tsx')),
    },
    SeeMessage: { name: 'A read mark' },
    LikeMessage: { name: 'A like' },
    UnlikeMessage: { name: 'A removed like' },
  },
});
