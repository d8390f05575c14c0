import { findCampus } from '../campus/face.ts';
import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import type { Rejection } from '../kernel/rejection.ts';
import { userAccess } from './access.ts';
import { isRequested, requestCode } from './codeDecisions.ts';
import { isCodeUsable, waitForNextCode } from './codes.ts';
import type { UserCommandNamed, UserContext } from './commands.ts';
import { normaliseEmail, parseEmail } from './email.ts';
import type { UserEvent } from './events.ts';
import { UNCONFIRMED_EMAIL_CHANGES_MAX } from './limits.ts';
import { userRejection } from './rejection.ts';
import { isStanding, type UserState } from './state.ts';

/**
 * The error of a new address for an account, or `null` (SETT-08).
 *
 * @param current the account's present address
 */
export function checkNewEmail(typed: string, current: string | null): Rejection | null {
  const email = normaliseEmail(typed);
  if (email === '') return userRejection('EMAIL_REQUIRED');
  if (email === current) return userRejection('EMAIL_UNCHANGED');
  return parseEmail(typed) === null ? userRejection('EMAIL_INVALID') : null;
}

/**
 * Why an account may not get this address now in the place of one that it has not confirmed; else `null`. Who has the
 * address is asked later.
 */
export function checkUnconfirmedChange(user: UserState, typed: string, now: string): Rejection | null {
  if (user.verified) return userRejection('EMAIL_ALREADY_CONFIRMED');
  const wrong = checkNewEmail(typed, user.email);
  if (wrong !== null) return wrong;
  if (user.unconfirmedChanges >= UNCONFIRMED_EMAIL_CHANGES_MAX) return userRejection('EMAIL_CHANGES_USED_UP');
  return waitForNextCode(user.codes, 'confirm-email', now);
}

/**
 * Another address for an account that has confirmed none: it was mistyped (VERF-01). Codes that were mailed before confirm
 * nothing more, and a code is asked for at the new address, with the pauses of all codes (Q15).
 */
export function changeUnconfirmedEmail(
  user: UserState,
  command: UserCommandNamed<'ChangeUnconfirmedEmail'>,
  { actor, campus, now, facts: { claimed } }: UserContext<'ChangeUnconfirmedEmail'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.ChangeUnconfirmedEmail(actingViewer(actor, user));
  if (denied !== null) return refuse(denied);
  if (isRequested(user, command.id)) return accept();
  const refused = checkUnconfirmedChange(user, command.data.email, now);
  if (refused !== null) return refuse(refused);
  const email = normaliseEmail(command.data.email);
  if (!isStanding(user) || claimed.email !== email) return refuse(userRejection('EMAIL_TAKEN'));
  if (findCampus(campus) === undefined) return refuse(kernelRejection('SOMETHING_WENT_WRONG'));
  const asked = requestCode(user, command.id, { purpose: 'confirm-email', email, campus }, now);
  if (!asked.ok) return asked;
  const changed: UserEvent = { type: 'UnconfirmedEmailChanged', data: { userId: user.userId, email: personal(email) } };
  return accept(changed, ...asked.events);
}

/** Asking for a code at another address (VERF-19). That nobody has the address is claimed again when it is changed. */
export function requestEmailChange(
  user: UserState,
  command: UserCommandNamed<'RequestEmailChange'>,
  { actor, campus, now, facts: { claimed } }: UserContext<'RequestEmailChange'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.RequestEmailChange(actingViewer(actor, user));
  if (denied !== null) return refuse(denied);
  if (isRequested(user, command.id)) return accept();
  const wrong = checkNewEmail(command.data.email, user.email);
  if (wrong !== null) return refuse(wrong);
  const email = normaliseEmail(command.data.email);
  if (claimed.email !== email) return refuse(userRejection('EMAIL_TAKEN_BY_OTHER'));
  if (findCampus(campus) === undefined) return refuse(kernelRejection('SOMETHING_WENT_WRONG'));
  return requestCode(user, command.id, { purpose: 'change-email', email, campus }, now);
}

/** The new address is the user's: the vault found the code right (VERF-19). */
export function changeEmail(
  user: UserState,
  { data: { codeId, email: typed } }: UserCommandNamed<'ChangeEmail'>,
  { actor, campus, now, facts: { claimed } }: UserContext<'ChangeEmail'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.ChangeEmail(actingViewer(actor, user));
  if (denied !== null) return refuse(denied);
  const email = normaliseEmail(typed);
  if (email === user.email) return accept();
  const use = { codeId, purpose: 'change-email', email } as const;
  if (!isCodeUsable(user.codes, use, now)) return refuse(userRejection('CODE_WRONG'));
  if (!isStanding(user) || claimed.email !== email) return refuse(userRejection('EMAIL_TAKEN_BY_OTHER'));
  return accept<UserEvent>({
    type: 'EmailChanged',
    data: { userId: user.userId, codeId, email: personal(email), previousEmail: personal(user.email ?? ''), campus },
  });
}
