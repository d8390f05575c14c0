import type { Post } from '#projections/post/collections.ts';
import { drawFrom, type Known } from '../acts.ts';
import { standingOfAnother } from '../post/story.ts';
import type { Cast, Meeting, StoryModel } from '../story.ts';

/** Oldest posts that are saved from the start: a page that is opened does not show them yet. */
const FIRST_SAVED = 7;

/** Everybody of the open campus has saved what is further down. */
async function beginning({ ou, things, give }: Cast): Promise<void> {
  for (const postId of things('post').slice(0, FIRST_SAVED)) {
    for (const person of ou) await give(person, 'ou', { type: 'SavePost', data: { postId } });
  }
}

/** Somebody saves a post that its author deletes. */
function meeting(known: Known): Meeting | null {
  const post = standingOfAnother(known);
  if (post === undefined) return null;
  const data = { postId: post.key };
  return { first: { type: 'SavePost', data }, by: post.doc.author, second: { type: 'DeletePost', data } };
}

export const saveStory: StoryModel = {
  beginning,
  meeting,
  wavering(known) {
    const post = drawFrom(known, known.all<Post>('posts'));
    if (post === undefined) return [];
    const types = ['SavePost', 'UnsavePost', 'SavePost', 'UnsavePost'].slice(known.draw(2));
    return types.map((type) => ({ type, data: { postId: post.key } }));
  },
};
