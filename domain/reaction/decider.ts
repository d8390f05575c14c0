import { actingViewer } from '../kernel/acting.ts';
import { assertNever } from '../kernel/assertNever.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import { postRejection } from '../post/rejection.ts';
import type { PostPlace } from '../post/state.ts';
import { reactionAccess } from './access.ts';
import { type ReactionCommandNamed, type ReactionContext, reactionCommands } from './commands.ts';
import type { ReactionEvent } from './events.ts';

/** Whether one user likes one comment. */
export interface ReactionState extends Counted {
  readonly liked: boolean;
}

/** A like counts once for a user, as a save does; posts are saved, only comments are liked (Q40). */
function likeComment(
  like: ReactionState,
  _command: ReactionCommandNamed<'LikeComment'>,
  { actor, facts: { user, comment, campus } }: ReactionContext<'LikeComment'>,
): Decision<ReactionEvent> {
  const viewer = actingViewer(actor, user);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  const { place } = comment;
  if (place === null) return refuse(postRejection('POST_UNKNOWN'));
  const closed = campus?.privacy === 'private' ? [place.campus] : [];
  const denied = reactionAccess.mayDo.LikeComment({ ...viewer, closed }, place);
  if (denied !== null) return refuse(denied);
  if (place.parent === null) return refuse(postRejection('POST_UNKNOWN'));
  if (comment.deleted) return refuse(postRejection('POST_DELETED'));
  if (like.liked) return accept();
  return accept<ReactionEvent>({ type: 'CommentLiked', data: dataOf(place, viewer.userId) });
}

/** Taking it back, at any time. The like of a deleted comment ends with the comment, so nothing is left to do for it. */
function unlikeComment(
  like: ReactionState,
  _command: ReactionCommandNamed<'UnlikeComment'>,
  { actor, facts: { user, comment } }: ReactionContext<'UnlikeComment'>,
): Decision<ReactionEvent> {
  const viewer = actingViewer(actor, user);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  const denied = reactionAccess.mayDo.UnlikeComment(viewer);
  if (denied !== null) return refuse(denied);
  if (comment.place === null) return refuse(postRejection('POST_UNKNOWN'));
  if (!like.liked || comment.deleted) return accept();
  return accept<ReactionEvent>({ type: 'CommentUnliked', data: dataOf(comment.place, viewer.userId) });
}

/** A like ends with its comment (DATA-13). */
function endLike(
  like: ReactionState,
  { data: { userId } }: ReactionCommandNamed<'EndLike'>,
  { actor, facts: { comment } }: ReactionContext<'EndLike'>,
): Decision<ReactionEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (comment.place === null) return refuse(postRejection('POST_UNKNOWN'));
  if (!comment.deleted) return refuse(postRejection('POST_STANDS'));
  if (!like.liked) return accept();
  return accept<ReactionEvent>({ type: 'CommentUnliked', data: dataOf(comment.place, userId) });
}

function dataOf({ postId: commentId, root, campus, author }: PostPlace, userId: string): ReactionEvent['data'] {
  return { commentId, userId, root, campus, author };
}

function evolve(like: ReactionState, event: ReactionEvent): ReactionState {
  switch (event.type) {
    case 'CommentLiked':
      return { ...like, liked: true };
    case 'CommentUnliked':
      return { ...like, liked: false };
    default:
      return assertNever(event);
  }
}

/** The rules of reactions. */
export const reactionDecider = defineDecider(reactionCommands, {
  initial: { liked: false, eventCount: 0 },
  evolve,
  decide: { LikeComment: likeComment, UnlikeComment: unlikeComment, EndLike: endLike },
  closing: ['UnlikeComment', 'EndLike'],
});
