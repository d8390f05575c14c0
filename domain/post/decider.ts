import { accept, assertNever, type DecideContext, type Decider, type Decision, refuse } from '../kernel/decider.ts';
import { derivedId } from '../kernel/ids.ts';
import { personal } from '../kernel/personal.ts';
import { rejection } from '../kernel/rejection.ts';
import { withStreamLimit } from '../kernel/streamLimit.ts';
import { refuseGate } from '../user/acting.ts';
import { initialUser, viewerOf } from '../user/state.ts';
import { ALL_CATEGORIES } from './categories.ts';
import type { PostCommand } from './commands.ts';
import type { PostEvent } from './events.ts';
import type { PostFacts } from './facts.ts';
import { EMPTY_RICH_TEXT } from './normalise.ts';
import { evolvePost, initialPost, type PostState } from './state.ts';
import { postRejection } from './texts.ts';
import { addComment, createPost, editPost, placeOf } from './writeDecisions.ts';

type Context = DecideContext<PostFacts>;

function decide(post: PostState, command: PostCommand, context: Context): Decision<PostEvent> {
  switch (command.type) {
    case 'CreatePost':
      return createPost(post, command, context);
    case 'AddComment':
      return addComment(post, command, context);
    case 'EditPost':
      return editPost(post, command.data, context);
    case 'DeletePost':
      return deletePost(post, context);
    case 'RemoveComment':
      return removeComment(post, command.data.above, context);
    case 'RecordImagesNotDeleted':
      return recordImagesNotDeleted(post, context);
    case 'WelcomeMember':
      return welcomeMember(post, command.data, context);
    default:
      return assertNever(command);
  }
}

/** Deleting an own post or comment (POST-17, POST-19, COMM-09); deleted twice is deleted once. */
function deletePost(post: PostState, context: Context): Decision<PostEvent> {
  const { actor } = context;
  if (actor.kind !== 'user') return refuseGate('SIGNED_OUT');
  if (post.place === null) return refuse(postRejection('POST_UNKNOWN'));
  if (post.place.author !== actor.userId) return refuse(postRejection('NOT_YOUR_POST'));
  if (post.deleted) return accept();
  return accept<PostEvent>({ type: 'PostDeleted', data: { ...placeOf(post.place), cause: 'author' } });
}

/** A comment goes with what stood above it (POST-18, D19). */
function removeComment(post: PostState, above: string, context: Context): Decision<PostEvent> {
  if (context.actor.kind !== 'system') return refuse(rejection('NOT_ALLOWED'));
  if (post.place === null || !post.place.ancestors.includes(above)) return refuse(postRejection('POST_UNKNOWN'));
  if (post.deleted) return accept();
  if (context.facts.above?.deleted !== true) return refuse(postRejection('ROOT_STANDS'));
  return accept<PostEvent>({ type: 'PostDeleted', data: { ...placeOf(post.place), cause: 'cascade' } });
}

/** Said once of a post, however long its pictures resist (POST-18, decisions D29). */
function recordImagesNotDeleted(post: PostState, context: Context): Decision<PostEvent> {
  if (context.actor.kind !== 'system') return refuse(rejection('NOT_ALLOWED'));
  if (post.place === null) return refuse(postRejection('POST_UNKNOWN'));
  if (!post.deleted) return refuse(postRejection('POST_STANDS'));
  if (post.imagesNotDeleted) return accept();
  return accept<PostEvent>({ type: 'PostImagesNotDeleted', data: placeOf(post.place) });
}

/** The banner "has joined the community.": once per user and campus, by its derived id (VERF-14, Q19). */
function welcomeMember(
  post: PostState,
  data: { readonly userId: string; readonly campus: string },
  context: Context,
): Decision<PostEvent> {
  if (context.actor.kind !== 'system') return refuse(rejection('NOT_ALLOWED'));
  if (post.place !== null) return accept();
  const { memberOf } = viewerOf(context.facts.user ?? initialUser);
  if (memberOf !== data.campus) return refuse(postRejection('NOT_A_MEMBER'));
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
      category: ALL_CATEGORIES.value,
      parentAuthor: null,
    },
  });
}

/** The rules of posts and comments. */
export const postDecider: Decider<PostState, PostCommand, PostEvent, PostFacts> = withStreamLimit(
  { initial: initialPost, decide, evolve: evolvePost },
  ['DeletePost', 'RemoveComment', 'RecordImagesNotDeleted'],
);
