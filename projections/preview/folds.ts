import { type Fold, type Folds, write } from '../kernel/projection.ts';
import { previews } from './collections.ts';

const own = ({ data }: { readonly data: { readonly postId: string } }) => [
  { collection: previews.name, key: data.postId },
];

const linkPreviewed: Fold<'LinkPreviewed'> = {
  reads: own,
  fold: ({ data: { postId: id, campus, author, card } }) => [write(previews, id, { id, campus, author, card })],
};

/** A card of a deleted post is sent to nobody, so nothing is done until the reactor ends it by this event. */
const previewRemoved: Fold<'PreviewRemoved'> = {
  reads: own,
  fold: ({ data: { postId } }, documents) =>
    documents.get(previews, postId) === undefined ? [] : [write(previews, postId, null)],
};

/** How each event changes the card of a post. */
export const previewFolds: Folds = { LinkPreviewed: linkPreviewed, PreviewRemoved: previewRemoved };
