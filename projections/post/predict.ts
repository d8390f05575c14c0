import type { Media } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { initialPost, type PostState } from '#domain/post/state.ts';
import { predictByDeciding } from '../kernel/decidedPrediction.ts';
import type { HeldDocuments } from '../kernel/predict.ts';
import { userOf } from '../user/predict.ts';
import { posts } from './collections.ts';

/** A post's state as far as its document tells it. */
export function postOf(postId: string, documents: HeldDocuments): PostState {
  const post = documents.get(posts, postId);
  if (post === undefined) return initialPost;
  const { id, kind, campus, author, root, parent, ancestors, deleted } = post;
  const place = { postId: id, kind, campus, author, root, parent, ancestors };
  return { ...initialPost, place, deleted, text: reveal(post.text), media: reveal(post.media) };
}

const states = { post: postOf, user: userOf };
const filesOf = ({ media }: { readonly media: readonly Media[] }) => media;

export const postPredictions = {
  CreatePost: predictByDeciding('CreatePost', states, filesOf),
  AddComment: predictByDeciding('AddComment', states, filesOf),
  EditPost: predictByDeciding('EditPost', states, filesOf),
  DeletePost: predictByDeciding('DeletePost', states),
};
