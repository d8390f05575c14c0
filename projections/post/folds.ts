import type { RecordedEvent } from '#domain/kernel/event.ts';
import { isOwnPost } from '#domain/post/kind.ts';
import type { EventNamed } from '#domain/registry.ts';
import type { SaveEvent } from '#domain/save/face.ts';
import { absent } from '../kernel/absent.ts';
import { type DocumentView, type EventFold, type Fold, type Folds, type Write, write } from '../kernel/projection.ts';
import { type Post, postCounters, posts, wallKey } from './collections.ts';
import {
  ancestorsOf,
  bump,
  commentActivity,
  countComment,
  countersOf,
  forgetLastComment,
  readsWithAncestors,
  remove,
  standingOf,
} from './thread.ts';

type PostCreated = EventNamed<'PostCreated'>;
type PostDeleted = EventNamed<'PostDeleted'>;
type Place = Pick<PostCreated['data'], 'kind' | 'parent' | 'author'>;

const isTopLevel = ({ parent }: Place) => parent === null;

/** Keys of the Photos tab (PROF-04) and of the media feed (FEED-14), `null` for what has neither photo nor video. */
function mediaKeys(post: Pick<Post, 'campus' | 'author' | 'imageCount' | 'feed'>) {
  const hasMedia = post.imageCount > 0;
  return { wallPhotos: hasMedia ? wallKey(post.campus, post.author) : null, mediaFeed: hasMedia ? post.feed : null };
}

function newPost(
  { data, meta, position }: RecordedEvent<PostCreated>,
  { thread, branch, place }: ReturnType<typeof standingOf>,
): Post {
  const feed = isTopLevel(data) ? data.campus : null;
  const { wallPhotos, mediaFeed } = mediaKeys({
    campus: data.campus,
    author: data.author,
    imageCount: data.imageCount,
    feed,
  });
  // Each field by its name: an object that is copied and then grows is allocated anew several times.
  return {
    kind: data.kind,
    campus: data.campus,
    author: data.author,
    root: data.root,
    parent: data.parent,
    ancestors: data.ancestors,
    text: data.text,
    media: data.media,
    imageCount: data.imageCount,
    category: data.category,
    price: data.price,
    condition: data.condition,
    id: data.postId,
    thread: thread ?? (isTopLevel(data) ? data.postId : null),
    branch,
    place,
    createdAt: meta.at,
    editedAt: null,
    lastModified: meta.at,
    created: position,
    activity: isTopLevel(data) ? position : commentActivity(position, position),
    lastComment: null,
    sale: 'available',
    feed,
    wall: isOwnPost(data) ? wallKey(data.campus, data.author) : null,
    wallPhotos,
    mediaFeed,
    wallReplies: isTopLevel(data) ? null : wallKey(data.campus, data.author),
    deleted: false,
  };
}

const postCreated: Fold<'PostCreated'> = {
  reads: ({ data }) => readsWithAncestors(data),
  fold(event, documents) {
    const { data } = event;
    const ancestors = ancestorsOf(documents, data.ancestors);
    // A comment below a deleted post or comment ends deleted, even if it comes late (D19).
    if (ancestors === null) return remove(data.postId);
    return [
      write(posts, data.postId, newPost(event, standingOf(documents, ancestors, event.position))),
      ...bump(ancestors, event),
      ...countComment(documents, data.ancestors, 1),
    ];
  },
};

const postEdited: Fold<'PostEdited'> = {
  reads: ({ data }) => [{ collection: posts.name, key: data.postId }],
  fold({ data, meta }, documents) {
    const post = documents.get(posts, data.postId);
    if (post === undefined || post.deleted) return [];
    const { text, media, imageCount } = data;
    const edited = { ...post, text, media, imageCount, editedAt: meta.at };
    return [write(posts, post.id, { ...edited, ...mediaKeys(edited) })];
  },
};

const postTermsChanged: Fold<'PostTermsChanged'> = {
  reads: ({ data }) => [{ collection: posts.name, key: data.postId }],
  fold({ data: { postId, category, price, condition } }, documents) {
    const post = documents.get(posts, postId);
    return post === undefined ? [] : [write(posts, postId, { ...post, category, price, condition })];
  },
};

/** A sold thing leaves the feed, and comes back to its place there when it is offered again. */
const postSaleChanged: Fold<'PostSaleChanged'> = {
  reads: ({ data }) => [{ collection: posts.name, key: data.postId }],
  fold({ data: { postId, sale, campus } }, documents) {
    const post = documents.get(posts, postId);
    if (post === undefined) return [];
    const changed = { ...post, sale, feed: sale === 'sold' ? null : campus };
    return [write(posts, postId, { ...changed, ...mediaKeys(changed) })];
  },
};

const postDeleted: Fold<'PostDeleted'> = {
  reads: ({ data }) => readsWithAncestors(data),
  fold: ({ data }, documents) => (isTopLevel(data) ? deleteRoot(data, documents) : deleteComment(data, documents)),
};

/**
 * Deletes a top-level post alone: its tombstone is the gate of its thread, so nobody can read the thread any more. Each
 * comment is deleted by an event of its own, from the cascade reactor (POST-18, DATA-13).
 */
function deleteRoot(data: PostDeleted['data'], documents: DocumentView): readonly Write[] {
  if (documents.get(posts, data.postId) === undefined) return [];
  return remove(data.postId);
}

/**
 * A comment with replies stays as "[deleted]"; one without is removed, along with each deleted ancestor whose last
 * reply it was (Q28). This holds below a deleted post as well, so nothing is left when the cascade has ended.
 */
function deleteComment(data: PostDeleted['data'], documents: DocumentView): readonly Write[] {
  const comment = documents.get(posts, data.postId);
  if (comment === undefined || comment.deleted) return [];
  const standingBelow = (id: string) => countersOf(documents, id).comments;
  const isLastBelow = (id: string) => documents.get(posts, id)?.deleted === true && standingBelow(id) === 1;
  const emptied = data.ancestors.filter(isLastBelow);
  const standing = data.ancestors.filter((id) => !emptied.includes(id));
  return [
    ...(standingBelow(comment.id) > 0 ? [markDeleted(comment)] : remove(comment.id)),
    ...emptied.flatMap(remove),
    ...forgetLastComment(documents, comment.root, comment.id),
    ...countComment(documents, standing, -1),
  ];
}

function markDeleted(comment: Post): Write {
  const emptied: Post = { ...comment, deleted: true, text: absent(), media: absent(), imageCount: 0 };
  return write(posts, comment.id, { ...emptied, ...mediaKeys(emptied), wallReplies: null });
}

/** Saves of a post; whether one counts was decided in its stream, so a fold only adds (SAVE-04). */
function savesChanged(difference: 1 | -1): EventFold<SaveEvent> {
  return {
    reads: ({ data }) => [
      { collection: posts.name, key: data.postId },
      { collection: postCounters.name, key: data.postId },
    ],
    fold({ data }, documents) {
      if (documents.get(posts, data.postId) === undefined) return [];
      const counters = countersOf(documents, data.postId);
      return [write(postCounters, data.postId, { ...counters, saves: counters.saves + difference })];
    },
  };
}

/** How each event changes posts, comments and their counters. */
export const postFolds: Folds = {
  PostCreated: postCreated,
  PostEdited: postEdited,
  PostTermsChanged: postTermsChanged,
  PostSaleChanged: postSaleChanged,
  PostDeleted: postDeleted,
  PostSaved: savesChanged(1),
  PostUnsaved: savesChanged(-1),
};
