import { actingViewer } from '../kernel/acting.ts';
import { assertNever } from '../kernel/assertNever.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import { postRejection } from '../post/rejection.ts';
import type { PostPlace } from '../post/state.ts';
import { saveAccess } from './access.ts';
import { type SaveCommandNamed, type SaveContext, saveCommands } from './commands.ts';
import type { SaveEvent } from './events.ts';

/** Whether one user has saved one post. */
export interface SaveState extends Counted {
  readonly saved: boolean;
}

/** Saving counts once for a user (SAVE-04); a confirmed e-mail address is enough (SAVE-11, Q42). */
function savePost(
  save: SaveState,
  _command: SaveCommandNamed<'SavePost'>,
  { actor, facts: { user, post, campus } }: SaveContext<'SavePost'>,
): Decision<SaveEvent> {
  const viewer = actingViewer(actor, user);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  if (post.place === null || post.place.parent !== null) return refuse(postRejection('POST_UNKNOWN'));
  const closed = campus?.privacy === 'private' ? [post.place.campus] : [];
  const denied = saveAccess.mayDo.SavePost({ ...viewer, closed }, post.place);
  if (denied !== null) return refuse(denied);
  if (post.deleted) return refuse(postRejection('POST_DELETED'));
  if (post.place.kind !== 'post') return refuse(postRejection('POST_IS_BANNER'));
  if (save.saved) return accept();
  return accept<SaveEvent>({ type: 'PostSaved', data: dataOf(post.place, viewer.userId) });
}

/** Unsaving, at any time. The save of a deleted post ends with the post, so nothing is left to do for it. */
function unsavePost(
  save: SaveState,
  _command: SaveCommandNamed<'UnsavePost'>,
  { actor, facts: { user, post } }: SaveContext<'UnsavePost'>,
): Decision<SaveEvent> {
  const viewer = actingViewer(actor, user);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  const denied = saveAccess.mayDo.UnsavePost(viewer);
  if (denied !== null) return refuse(denied);
  if (post.place === null) return refuse(postRejection('POST_UNKNOWN'));
  if (!save.saved || post.deleted) return accept();
  return accept<SaveEvent>({ type: 'PostUnsaved', data: dataOf(post.place, viewer.userId) });
}

/** A save ends with its post (SAVE-10). */
function endSave(
  save: SaveState,
  { data: { userId } }: SaveCommandNamed<'EndSave'>,
  { actor, facts: { post } }: SaveContext<'EndSave'>,
): Decision<SaveEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (post.place === null) return refuse(postRejection('POST_UNKNOWN'));
  if (!post.deleted) return refuse(postRejection('POST_STANDS'));
  return save.saved ? accept<SaveEvent>({ type: 'PostUnsaved', data: dataOf(post.place, userId) }) : accept();
}

function dataOf(place: PostPlace, userId: string): SaveEvent['data'] {
  return { postId: place.postId, userId, campus: place.campus, author: place.author };
}

function evolve(save: SaveState, event: SaveEvent): SaveState {
  switch (event.type) {
    case 'PostSaved':
      return { ...save, saved: true };
    case 'PostUnsaved':
      return { ...save, saved: false };
    default:
      return assertNever(event);
  }
}

/** The rules of saves. */
export const saveDecider = defineDecider(saveCommands, {
  initial: { saved: false, eventCount: 0 },
  evolve,
  decide: { SavePost: savePost, UnsavePost: unsavePost, EndSave: endSave },
  closing: ['UnsavePost', 'EndSave'],
});
