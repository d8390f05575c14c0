import { gateToAct, gateToSave } from '../campus/access.ts';
import { accept, assertNever, type DecideContext, type Decider, type Decision, refuse } from '../kernel/decider.ts';
import { rejection } from '../kernel/rejection.ts';
import { type Counted, withStreamLimit } from '../kernel/streamLimit.ts';
import { initialPost, type PostPlace, type PostState } from '../post/state.ts';
import { postRejection } from '../post/texts.ts';
import { actingViewer, refuseGate } from '../user/acting.ts';
import type { UserState } from '../user/state.ts';
import type { SaveCommand } from './commands.ts';
import type { SaveEvent } from './events.ts';

/** Whether one user has saved one post. */
export interface SaveState extends Counted {
  readonly saved: boolean;
}

/** What decisions about a save need beside its own state. */
export interface SaveFacts {
  readonly user?: UserState;
  readonly post?: PostState;
}

type Context = DecideContext<SaveFacts>;

function decide(save: SaveState, command: SaveCommand, context: Context): Decision<SaveEvent> {
  switch (command.type) {
    case 'SavePost':
      return savePost(save, context);
    case 'UnsavePost':
      return unsavePost(save, context);
    case 'EndSave':
      return endSave(save, command.data, context);
    default:
      return assertNever(command);
  }
}

/** Saving counts once for a user (SAVE-04); a confirmed e-mail address is enough (SAVE-11, Q42). */
function savePost(save: SaveState, context: Context): Decision<SaveEvent> {
  const viewer = actingViewer(context.actor, context.facts.user);
  if (viewer.userId === null) return refuseGate('SIGNED_OUT');
  const post = context.facts.post ?? initialPost;
  if (post.place === null || post.place.parent !== null) return refuse(postRejection('POST_UNKNOWN'));
  const gate = gateToSave(viewer, post.place.campus);
  if (gate !== null) return refuseGate(gate);
  if (post.deleted) return refuse(postRejection('POST_DELETED'));
  if (post.place.kind !== 'post') return refuse(postRejection('POST_IS_BANNER'));
  if (save.saved) return accept();
  return accept<SaveEvent>({ type: 'PostSaved', data: dataOf(post.place, viewer.userId) });
}

/** Taking a save back, at any time; the save of a deleted post goes with it, so there is nothing to do. */
function unsavePost(save: SaveState, context: Context): Decision<SaveEvent> {
  const viewer = actingViewer(context.actor, context.facts.user);
  const gate = gateToAct(viewer);
  if (gate !== null || viewer.userId === null) return refuseGate(gate ?? 'SIGNED_OUT');
  const post = context.facts.post ?? initialPost;
  if (post.place === null) return refuse(postRejection('POST_UNKNOWN'));
  if (!save.saved || post.deleted) return accept();
  return accept<SaveEvent>({ type: 'PostUnsaved', data: dataOf(post.place, viewer.userId) });
}

/** A save goes with its post (SAVE-10). */
function endSave(save: SaveState, { userId }: { readonly userId: string }, context: Context): Decision<SaveEvent> {
  if (context.actor.kind !== 'system') return refuse(rejection('NOT_ALLOWED'));
  const post = context.facts.post ?? initialPost;
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
export const saveDecider: Decider<SaveState, SaveCommand, SaveEvent, SaveFacts> = withStreamLimit(
  { initial: { saved: false, eventCount: 0 }, decide, evolve },
  ['UnsavePost', 'EndSave'],
);
