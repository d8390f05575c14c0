import { VISITOR } from '../kernel/access.ts';
import { actingViewer, viewerOf } from '../kernel/acting.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { derivedId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import { postAccess } from './access.ts';
import { type PostCommandNamed, type PostContext, postCommands } from './commands.ts';
import type { PostEvent } from './events.ts';
import { EMPTY_RICH_TEXT } from './normalise.ts';
import { postRejection } from './rejection.ts';
import { evolvePost, initialPost, type PostState } from './state.ts';
import { NO_TERMS } from './terms.ts';
import { addComment, createPost, editPost, placeOf, setSale } from './writeDecisions.ts';

/** Deleting an own post or comment (POST-17, POST-19, COMM-09); deleted twice is deleted once. */
function deletePost(
  post: PostState,
  _command: PostCommandNamed<'DeletePost'>,
  { actor }: PostContext<'DeletePost'>,
): Decision<PostEvent> {
  if (post.place === null) {
    return refuse(actor.kind === 'visitor' ? kernelRejection('SIGNED_OUT') : postRejection('POST_UNKNOWN'));
  }
  // The house does it in the author's name when the author's account is deleted.
  const userId = actor.kind === 'system' ? post.place.author : actor.kind === 'user' ? actor.userId : null;
  // Being the author is enough: deleting works whatever has become of the author's account, so it is not read.
  const denied = postAccess.mayDo.DeletePost({ ...VISITOR, userId }, post.place);
  if (denied !== null) return refuse(denied);
  if (post.deleted) return accept();
  return accept<PostEvent>({ type: 'PostDeleted', data: { ...placeOf(post.place), cause: 'author', reason: null } });
}

/** A moderator removes what breaks the rules, on every campus; its author's files go as with any deletion. */
function removePost(
  post: PostState,
  { data: { reason } }: PostCommandNamed<'RemovePost'>,
  { actor, facts: { moderator } }: PostContext<'RemovePost'>,
): Decision<PostEvent> {
  const denied = postAccess.mayDo.RemovePost(actingViewer(actor, moderator));
  if (denied !== null) return refuse(denied);
  if (post.place === null) return refuse(postRejection('POST_UNKNOWN'));
  if (post.deleted) return accept();
  return accept<PostEvent>({ type: 'PostDeleted', data: { ...placeOf(post.place), cause: 'moderator', reason } });
}

/** A comment is deleted with any post or comment above it (POST-18, D19). */
function removeComment(
  post: PostState,
  { data }: PostCommandNamed<'RemoveComment'>,
  { actor, facts: { above } }: PostContext<'RemoveComment'>,
): Decision<PostEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (post.place === null || !post.place.ancestors.includes(data.above)) return refuse(postRejection('POST_UNKNOWN'));
  if (post.deleted) return accept();
  if (!above.deleted) return refuse(postRejection('ROOT_STANDS'));
  return accept<PostEvent>({ type: 'PostDeleted', data: { ...placeOf(post.place), cause: 'cascade', reason: null } });
}

/** Said once of a post, however long its pictures resist (POST-18, decisions D29). */
function recordImagesNotDeleted(
  post: PostState,
  _command: PostCommandNamed<'RecordImagesNotDeleted'>,
  { actor }: PostContext<'RecordImagesNotDeleted'>,
): Decision<PostEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (post.place === null) return refuse(postRejection('POST_UNKNOWN'));
  if (!post.deleted) return refuse(postRejection('POST_STANDS'));
  if (post.imagesNotDeleted) return accept();
  return accept<PostEvent>({ type: 'PostImagesNotDeleted', data: placeOf(post.place) });
}

/** The banner "has joined the community.": once per user and campus, by its derived id (VERF-14, Q19). */
function welcomeMember(
  post: PostState,
  { data }: PostCommandNamed<'WelcomeMember'>,
  { actor, facts: { user } }: PostContext<'WelcomeMember'>,
): Decision<PostEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (post.place !== null) return accept();
  if (viewerOf(user).memberOf !== data.campus) return refuse(postRejection('NOT_A_MEMBER'));
  const postId = derivedId('welcome', data.campus, data.userId);
  return accept<PostEvent>({
    type: 'PostCreated',
    data: {
      postId,
      kind: 'new user',
      campus: data.campus,
      author: data.userId,
      root: postId,
      parent: null,
      ancestors: [],
      text: personal(EMPTY_RICH_TEXT),
      media: personal([]),
      imageCount: 0,
      ...NO_TERMS,
      parentAuthor: null,
    },
  });
}

/** The rules of posts and comments. */
export const postDecider = defineDecider(postCommands, {
  initial: initialPost,
  evolve: evolvePost,
  decide: {
    CreatePost: createPost,
    AddComment: addComment,
    EditPost: editPost,
    SetSale: setSale,
    DeletePost: deletePost,
    RemovePost: removePost,
    RemoveComment: removeComment,
    RecordImagesNotDeleted: recordImagesNotDeleted,
    WelcomeMember: welcomeMember,
  },
  closing: ['DeletePost', 'RemovePost', 'RemoveComment', 'RecordImagesNotDeleted'],
});
