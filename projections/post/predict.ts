import { type Media, uploadsOf } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { postNoun } from '#domain/post/noun.ts';
import { initialPost, type PostState } from '#domain/post/state.ts';
import { predictByDeciding } from '../kernel/decidedPrediction.ts';
import type { HeldDocuments } from '../kernel/predict.ts';
import { userOf } from '../user/predict.ts';
import { posts } from './collections.ts';

/** A post's state, as far as its document shows it. */
export function postOf(postId: string, documents: HeldDocuments): PostState {
  const post = documents.get(posts, postId);
  if (post === undefined) return initialPost;
  const { id, kind, campus, author, root, parent, ancestors, deleted, category, price, condition, sale } = post;
  const place = { postId: id, kind, campus, author, root, parent, ancestors };
  const terms = { category, price, condition };
  return { ...initialPost, place, deleted, text: reveal(post.text), media: reveal(post.media), terms, sale };
}

const filesOf = ({ media }: { readonly media: readonly Media[] }) => uploadsOf(media);

const predicted = predictByDeciding(postNoun, { post: postOf, user: userOf });

export const postPredictions = {
  CreatePost: predicted('CreatePost', filesOf),
  AddComment: predicted('AddComment', filesOf),
  EditPost: predicted('EditPost', filesOf),
  SetSale: predicted('SetSale'),
  DeletePost: predicted('DeletePost'),
};
