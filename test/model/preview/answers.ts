import type { Preview } from '#projections/preview/collections.ts';
import { type AnsweredCommand, type AnswersModel, documentsOf, expects, type SeenFromOutside } from '../answers.ts';
import type { Part, Parts } from '../parts.ts';

/** Posts whose card was taken away for good: no later change of the text was meant. */
const bare: Part<Set<string>> = { begin: () => new Set() };

function take({ type, data, truth }: AnsweredCommand, parts: Parts): void {
  if (type === 'RemovePreview' && truth === 'yes') parts.of(bare).add(String(data.postId));
  if (type === 'EditPost') parts.of(bare).delete(String(data.postId));
}

function* check(seen: SeenFromOutside, parts: Parts): Iterable<string | null> {
  const cards = documentsOf<Preview>(seen, 'previews');
  for (const postId of parts.of(bare)) {
    yield expects(!cards.has(postId), () => `The card of ${postId} was taken away and is there.`);
  }
}

/** Cards: one that its author took away does not come back with the same text. */
export const previewAnswers: AnswersModel = {
  take,
  // The house makes cards in its own time: an author may be wrong about one.
  reasons: { PREVIEW_UNKNOWN: () => true },
  check,
};
