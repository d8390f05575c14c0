import { saves } from '#projections/save/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { defineServerNoun } from '../noun.ts';
import { endsWith } from '../reactors/dependents.ts';

/** Saves: each ends with its post (SAVE-10). */
export const saveNoun = defineServerNoun({
  name: 'save',
  archive: {
    PostSaved: () => ({ what: 'You saved a post' }),
    PostUnsaved: () => ({ what: 'A post was no longer saved' }),
  },
  firstView(path, { campus }) {
    const [, postId] = /^\/post\/([0-9a-f-]{36})\/likes$/.exec(path) ?? [];
    return postId === undefined ? [] : [topicName.likedBy(postId), topicName.campus(campus)];
  },
  dependents: [
    endsWith('post', saves, 'byPost', ({ user: userId }, postId) => ({ type: 'EndSave', data: { postId, userId } })),
  ],
});
