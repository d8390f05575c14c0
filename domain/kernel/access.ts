import { kernelRejection } from './kernelRejection.ts';
import type { Rejection } from './rejection.ts';

/**
 * The one definition of access: each noun's `access.ts` says who may see its documents (`maySee`) and who may give its
 * commands (`mayDo`). Topics, HTTP, deciders and the browser's gates call these rules and add none.
 */

/** The person who reads or acts: what the access rules need from a connection, request or actor. */
export interface Viewer {
  /** `null`: signed out. */
  readonly userId: string | null;
  /** The e-mail address is confirmed. */
  readonly verified: boolean;
  /** Campus of which the viewer is a school-verified member, else `null`. */
  readonly memberOf: string | null;
  /** Looks after what people report, on every campus. The role is given by the operator alone. */
  readonly isModerator: boolean;
}

/**
 * A viewer who reads: rules of sight need to know which campuses are closed as of that look (CAMP-07). It is a field of
 * its own, so that no rule of sight can be asked without it.
 */
export interface Reader extends Viewer {
  /** Ids of the campuses whose contents are for their verified members alone. */
  readonly closed: readonly string[];
}

/** A signed-out viewer. */
export const VISITOR: Viewer = { userId: null, verified: false, memberOf: null, isModerator: false };

/** Why the viewer may not do something: the first condition that is not met; `null`: the viewer may. */
export type Denial<Code extends string = string> = Rejection<Code> | null;

/** Denies actions that need an account. */
export function mustBeSignedIn(viewer: Viewer): Denial<'SIGNED_OUT'> {
  return viewer.userId === null ? kernelRejection('SIGNED_OUT') : null;
}

/** Denies actions that need a confirmed e-mail address (GUARD-02). */
export function mustBeConfirmed(viewer: Viewer): Denial<'SIGNED_OUT' | 'EMAIL_NOT_CONFIRMED'> {
  const denied = mustBeSignedIn(viewer);
  if (denied !== null) return denied;
  return viewer.verified ? null : kernelRejection('EMAIL_NOT_CONFIRMED');
}

/** Denies actions of moderators. */
export function mustBeModerator(viewer: Viewer): Denial<'SIGNED_OUT' | 'EMAIL_NOT_CONFIRMED' | 'NOT_ALLOWED'> {
  return mustBeConfirmed(viewer) ?? (viewer.isModerator ? null : kernelRejection('NOT_ALLOWED'));
}
