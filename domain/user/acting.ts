import { VISITOR, type Viewer } from '../kernel/access.ts';
import { type Actor, type Decision, refuse } from '../kernel/decider.ts';
import { userRejection } from './rejections.ts';
import { isStanding, type UserState, viewerOf } from './state.ts';

/** The actor as the access rules see it: a visitor unless the actor is this very user and can act. */
export function actingViewer(actor: Actor, user: UserState): Viewer {
  if (actor.kind !== 'user' || user.userId !== actor.userId) return VISITOR;
  return viewerOf(user);
}

/** The refusal of something done to an account that is not there or no longer there, or `null`. */
export function refuseUnlessStanding(user: UserState): Decision<never> | null {
  if (isStanding(user)) return null;
  return refuse(userRejection(user.erased ? 'USER_ERASED' : 'USER_UNKNOWN'));
}
