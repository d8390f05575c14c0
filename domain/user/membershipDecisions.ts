import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import { userAccess } from './access.ts';
import { isCodeUsable } from './codes.ts';
import type { UserCommandNamed, UserContext } from './commands.ts';
import { normaliseEmail } from './email.ts';
import type { UserEvent } from './events.ts';
import { userRejection } from './rejection.ts';
import { checkSchoolEmail } from './schoolEmail.ts';
import { isStanding, type UserState } from './state.ts';

/** The address is the user's: the vault found the code right (VERF-05). */
export function confirmEmail(
  user: UserState,
  { data: { codeId } }: UserCommandNamed<'ConfirmEmail'>,
  context: UserContext<'ConfirmEmail'>,
): Decision<UserEvent> {
  if (actingViewer(context.actor, user).userId === null || !isStanding(user)) {
    return refuse(kernelRejection('SIGNED_OUT'));
  }
  if (user.verified) return accept();
  const use = { codeId, purpose: 'confirm-email', email: user.email ?? '' } as const;
  if (!isCodeUsable(user.codes, use, context.now)) return refuse(userRejection('CODE_WRONG'));
  return accept<UserEvent>({ type: 'EmailConfirmed', data: { userId: user.userId, codeId } });
}

/** The school address is the user's: the vault found the code right (VERF-13). */
export function verifySchool(
  user: UserState,
  { data }: UserCommandNamed<'VerifySchool'>,
  context: UserContext<'VerifySchool'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.VerifySchool(actingViewer(context.actor, user));
  if (denied !== null) return refuse(denied);
  const email = normaliseEmail(data.email);
  if (isMember(user, data.campus, email)) return accept();
  const use = { codeId: data.codeId, purpose: 'join-campus', email } as const;
  if (!isCodeUsable(user.codes, use, context.now)) return refuse(userRejection('CODE_WRONG'));
  return join(user, data.campus, email, context.facts.claimed['school-email']);
}

/** Joining with the account's own confirmed address, without a second code to the same mailbox (D03). */
export function joinWithConfirmedEmail(
  user: UserState,
  { data }: UserCommandNamed<'JoinWithConfirmedEmail'>,
  context: UserContext<'JoinWithConfirmedEmail'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.JoinWithConfirmedEmail(actingViewer(context.actor, user));
  if (denied !== null) return refuse(denied);
  const email = normaliseEmail(data.email);
  if (isMember(user, data.campus, email)) return accept();
  if (email !== '' && email !== user.email) return refuse(userRejection('SCHOOL_EMAIL_NOT_CONFIRMED'));
  return join(user, data.campus, email, context.facts.claimed['school-email']);
}

function isMember(user: UserState, campus: string, email: string): boolean {
  return user.memberOf === campus && user.schoolEmail === email;
}

/**
 * Joins a campus with one of its addresses (CAMP-04, CAMP-10) that no other user has (Q18).
 *
 * @param held the address that is claimed for this command
 */
function join(user: UserState, campus: string, email: string, held: string | undefined): Decision<UserEvent> {
  const wrong = checkSchoolEmail(campus, email, null);
  if (wrong !== null) return refuse(wrong);
  if (!isStanding(user) || held !== email) return refuse(userRejection('EMAIL_TAKEN_SCHOOL'));
  return accept<UserEvent>({
    type: 'SchoolVerified',
    data: { userId: user.userId, campus, previousCampus: user.memberOf, schoolEmail: personal(email) },
  });
}
