import { fill } from '../kit/slots.tsx';
import { defineWebNoun } from '../noun.ts';
import { belowText } from '../post/face.ts';
import { PreviewCard } from './PreviewCard.tsx';

/** The card of a post's link. */
export const preview = defineWebNoun({
  name: 'preview',
  slots: [fill(belowText, PreviewCard)],
  outbox: { RemovePreview: { name: 'A removed preview' } },
});
