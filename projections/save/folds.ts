import type { SaveEvent } from '#domain/save/events.ts';
import { type Fold, type Folds, write } from '../kernel/projection.ts';
import { closedPosts, listKey, saveKey, saves } from './collections.ts';

const keyOf = ({ postId, userId }: SaveEvent['data']) => saveKey(postId, userId);

const postSaved: Fold<'PostSaved'> = {
  reads: ({ data }) => [
    { collection: saves.name, key: keyOf(data) },
    { collection: closedPosts.name, key: data.postId },
  ],
  fold({ data, meta, position }, documents) {
    const id = keyOf(data);
    // A save that races the deletion of its post ends deleted, like a comment (D19).
    if (documents.get(closedPosts, data.postId) !== undefined) return [write(saves, id, null)];
    const { postId: post, userId: user, campus } = data;
    return [
      write(saves, id, { id, post, user, campus, list: listKey(campus, user), order: position, savedAt: meta.at }),
    ];
  },
};

const postUnsaved: Fold<'PostUnsaved'> = {
  reads: ({ data }) => [{ collection: saves.name, key: keyOf(data) }],
  fold: ({ data }, documents) =>
    documents.get(saves, keyOf(data)) === undefined ? [] : [write(saves, keyOf(data), null)],
};

/** Drops later saves of the post; the cascade reactor ends the existing ones one by one (SAVE-10). */
const postDeleted: Fold<'PostDeleted'> = {
  reads: ({ data }) => (data.parent === null ? [{ collection: closedPosts.name, key: data.postId }] : []),
  fold: ({ data }) => (data.parent === null ? [write(closedPosts, data.postId, { id: data.postId })] : []),
};

/** Folds of the saves. */
export const saveFolds: Folds = { PostSaved: postSaved, PostUnsaved: postUnsaved, PostDeleted: postDeleted };
