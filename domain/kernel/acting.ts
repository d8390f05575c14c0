import { VISITOR, type Viewer } from './access.ts';
import type { Actor } from './actor.ts';

/**
 * As much of a user's state as the access rules need. The noun `user` has it; nouns on which that one is built name its
 * streams by `streamFact<ActingUser>('user')`.
 */
export interface ActingUser extends Omit<Viewer, 'userId'> {
  /** `null`: not registered. */
  readonly userId: string | null;
  readonly erased: boolean;
}

/** The user as the access rules see them; an unregistered or erased user is a visitor. */
export function viewerOf({ erased, userId, verified, memberOf, isModerator }: ActingUser): Viewer {
  if (userId === null || erased) return VISITOR;
  return { userId, verified, memberOf, isModerator };
}

/** The actor as the access rules see it: a visitor unless the actor is this very user and can act. */
export function actingViewer(actor: Actor, user: ActingUser): Viewer {
  if (actor.kind !== 'user' || user.userId !== actor.userId) return VISITOR;
  return viewerOf(user);
}
