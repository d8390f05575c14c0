import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { hoursInSeconds, secondsBetween } from '../kernel/time.ts';
import type { UserCommandNamed, UserContext } from './commands.ts';
import type { UserEvent } from './events.ts';
import { UNCONFIRMED_HOLD_HOURS } from './limits.ts';
import { userRejection } from './rejection.ts';
import type { UserState } from './state.ts';

/** Erasing a person, by the house or by the person; done twice it changes nothing (P10). */
export function eraseUser(
  user: UserState,
  _command: UserCommandNamed<'EraseUser'>,
  { actor }: UserContext<'EraseUser'>,
): Decision<UserEvent> {
  if (actor.kind !== 'system' && !(actor.kind === 'user' && actor.userId === user.userId)) {
    return refuse(kernelRejection('NOT_ALLOWED'));
  }
  return erase(user);
}

/**
 * An e-mail address that was not confirmed in time is free for another registration. Its account is erased by its own
 * stream, so the revision decides between this and a confirmation on its way: one of them is refused. Nothing is lost:
 * an unconfirmed account can neither write nor have a profile.
 */
export function expireUnconfirmed(
  user: UserState,
  _command: UserCommandNamed<'ExpireUnconfirmed'>,
  { actor, now }: UserContext<'ExpireUnconfirmed'>,
): Decision<UserEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const { emailSince } = user;
  const isHeld = emailSince !== null && secondsBetween(emailSince, now) < hoursInSeconds(UNCONFIRMED_HOLD_HOURS);
  if (!user.erased && (user.verified || isHeld)) return refuse(userRejection('EMAIL_TAKEN'));
  return erase(user);
}

/**
 * An account whose e-mail address was never confirmed gives it up at once to somebody who has proven that it is theirs:
 * the person who made the account may be a stranger who knows its password. Nothing is lost, as in `expireUnconfirmed`. An
 * account that has taken another address meanwhile keeps that one: an erasure is decided without personal data, so the
 * instant of the change tells.
 */
export function yieldAddress(
  user: UserState,
  { data: { since } }: UserCommandNamed<'YieldAddress'>,
  { actor }: UserContext<'YieldAddress'>,
): Decision<UserEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (!user.erased && user.emailSince !== since) return accept();
  if (!user.erased && user.verified) return refuse(userRejection('EMAIL_TAKEN'));
  return erase(user);
}

function erase(user: UserState): Decision<UserEvent> {
  if (user.userId === null) return refuse(userRejection('USER_UNKNOWN'));
  if (user.erased) return accept();
  return accept<UserEvent>({ type: 'SubjectErased', data: { userId: user.userId, campus: user.memberOf } });
}
