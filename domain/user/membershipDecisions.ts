import { accept, type DecideContext, type Decision, refuse } from '../kernel/decider.ts';
import { personal } from '../kernel/personal.ts';
import { actingViewer, refuseGate, refuseUnlessConfirmed } from './acting.ts';
import { isCodeUsable } from './codes.ts';
import { normaliseEmail } from './email.ts';
import type { UserEvent } from './events.ts';
import type { UserFacts } from './facts.ts';
import { checkSchoolEmail } from './schoolEmail.ts';
import { isStanding, type UserState } from './state.ts';
import { userRejection } from './texts.ts';

type Context = DecideContext<UserFacts>;

/** The address is the user's: the vault found the code right (VERF-05). */
export function confirmEmail(user: UserState, codeId: string, context: Context): Decision<UserEvent> {
  if (actingViewer(context.actor, user).userId === null || !isStanding(user)) return refuseGate('SIGNED_OUT');
  if (user.verified) return accept();
  const use = { codeId, purpose: 'confirm-email', email: user.email ?? '' } as const;
  if (!isCodeUsable(user.codes, use, context.now)) return refuse(userRejection('CODE_WRONG'));
  return accept<UserEvent>({ type: 'EmailConfirmed', data: { userId: user.userId, codeId } });
}

/** The school address is the user's: the vault found the code right (VERF-13). */
export function verifySchool(
  user: UserState,
  data: { readonly codeId: string; readonly campus: string; readonly email: string },
  context: Context,
): Decision<UserEvent> {
  const refused = refuseUnlessConfirmed(context.actor, user);
  if (refused !== null) return refused;
  const email = normaliseEmail(data.email);
  if (isMember(user, data.campus, email)) return accept();
  const use = { codeId: data.codeId, purpose: 'join-campus', email } as const;
  if (!isCodeUsable(user.codes, use, context.now)) return refuse(userRejection('CODE_WRONG'));
  return join(user, data.campus, email, context);
}

/** Joining with the account's own confirmed address, without a second code to the same mailbox (D03). */
export function joinWithConfirmedEmail(
  user: UserState,
  data: { readonly campus: string; readonly email: string },
  context: Context,
): Decision<UserEvent> {
  const refused = refuseUnlessConfirmed(context.actor, user);
  if (refused !== null) return refused;
  const email = normaliseEmail(data.email);
  if (isMember(user, data.campus, email)) return accept();
  if (email !== '' && email !== user.email) return refuse(userRejection('SCHOOL_EMAIL_NOT_CONFIRMED'));
  return join(user, data.campus, email, context);
}

function isMember(user: UserState, campus: string, email: string): boolean {
  return user.memberOf === campus && user.schoolEmail === email;
}

/** Membership itself: an address of the campus (CAMP-04, CAMP-10) that nobody else holds (Q18). */
function join(user: UserState, campus: string, email: string, context: Context): Decision<UserEvent> {
  const wrong = checkSchoolEmail(campus, email, null);
  if (wrong !== null) return refuse(wrong);
  if (!isStanding(user) || context.facts.claimed['school-email'] !== email) {
    return refuse(userRejection('EMAIL_TAKEN_SCHOOL'));
  }
  return accept<UserEvent>({
    type: 'SchoolVerified',
    data: { userId: user.userId, campus, previousCampus: user.memberOf, schoolEmail: personal(email) },
  });
}
