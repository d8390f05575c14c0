import type { Preview } from '#projections/preview/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { drawFrom, type Known } from '../acts.ts';
import type { Ending, StoryModel } from '../story.ts';

/** A post with a card is deleted. */
function ending(known: Known): Ending | null {
  const cards = known.all<Preview>('previews').flatMap(({ doc }) => doc ?? []);
  const card = drawFrom(known, cards);
  if (card === undefined) return null;
  const { id: postId, author: by } = card;
  return { by, command: { type: 'DeletePost', data: { postId } }, topics: [topicName.post(postId)] };
}

export const previewStory: StoryModel = { ending };
