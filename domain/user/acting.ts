import type { Viewer } from '../campus/access.ts';
import { type Gate, gateToAct, VISITOR } from '../campus/access.ts';
import { type Actor, type Decision, refuse } from '../kernel/decider.ts';
import { rejection } from '../kernel/rejection.ts';
import { isStanding, type UserState, viewerOf } from './state.ts';
import { userRejection } from './texts.ts';

/** The acting person as the access rules see them: a visitor unless the actor is this very, standing user. */
export function actingViewer(actor: Actor, user: UserState | undefined): Viewer {
  if (actor.kind !== 'user' || user === undefined || user.userId !== actor.userId) return VISITOR;
  return viewerOf(user);
}

/** The refusal at a shut gate. */
export function refuseGate(gate: Gate): Decision<never> {
  return refuse(rejection(gate));
}

/** The refusal that an account meets before it may do anything, or `null`: signed in, e-mail confirmed (GUARD-02). */
export function refuseUnlessConfirmed(actor: Actor, user: UserState): Decision<never> | null {
  const gate = gateToAct(actingViewer(actor, user));
  return gate === null ? null : refuseGate(gate);
}

/** The refusal of something done to an account that is not there or no longer there, or `null`. */
export function refuseUnlessStanding(user: UserState): Decision<never> | null {
  if (isStanding(user)) return null;
  return refuse(userRejection(user.erased ? 'USER_ERASED' : 'USER_UNKNOWN'));
}
