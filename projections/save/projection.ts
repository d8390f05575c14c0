import type { PostEvent } from '#domain/post/events.ts';
import type { SaveEvent } from '#domain/save/events.ts';
import { type EventFold, type Projection, write } from '../kernel/projection.ts';
import { saveKey } from '../post/collections.ts';
import { closedPosts, saves } from './collections.ts';

type PostSaved = Extract<SaveEvent, { type: 'PostSaved' }>;
type PostUnsaved = Extract<SaveEvent, { type: 'PostUnsaved' }>;
type PostDeleted = Extract<PostEvent, { type: 'PostDeleted' }>;

const keyOf = ({ postId, userId }: SaveEvent['data']) => saveKey(postId, userId);

const postSaved: EventFold<PostSaved> = {
  reads: ({ data }) => [
    { collection: saves.name, key: keyOf(data) },
    { collection: closedPosts.name, key: data.postId },
  ],
  fold({ data, meta, position }, documents) {
    const id = keyOf(data);
    // A save that races the deletion of its post ends deleted, like a comment (D19).
    if (documents.get(closedPosts, data.postId) !== undefined) return [write(saves, id, null)];
    const { postId: post, userId: user, campus } = data;
    return [write(saves, id, { id, post, user, campus, list: `${campus}:${user}`, order: position, savedAt: meta.at })];
  },
};

const postUnsaved: EventFold<PostUnsaved> = {
  reads: ({ data }) => [{ collection: saves.name, key: keyOf(data) }],
  fold: ({ data }, documents) =>
    documents.get(saves, keyOf(data)) === undefined ? [] : [write(saves, keyOf(data), null)],
};

/** From now on no save of the post is kept; those that there are end one by one, by the cascade reactor (SAVE-10). */
const postDeleted: EventFold<PostDeleted> = {
  reads: ({ data }) => (data.parent === null ? [{ collection: closedPosts.name, key: data.postId }] : []),
  fold: ({ data }) => (data.parent === null ? [write(closedPosts, data.postId, { id: data.postId })] : []),
};

/** Who saved what (SAVE-04, SAVE-08). */
export const saveProjection: Projection = {
  name: 'save',
  version: 2,
  collections: [saves, closedPosts],
  folds: { PostSaved: postSaved, PostUnsaved: postUnsaved, PostDeleted: postDeleted },
};
