import { findCampus } from '../campus/registry.ts';
import { accept, type DecideContext, type Decision, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { personal } from '../kernel/personal.ts';
import { rejection } from '../kernel/rejection.ts';
import { actingViewer, refuseGate, refuseUnlessConfirmed, refuseUnlessStanding } from './acting.ts';
import { waitForNextCode } from './codes.ts';
import { normaliseEmail } from './email.ts';
import type { CodePurpose, UserEvent } from './events.ts';
import type { UserFacts } from './facts.ts';
import { checkSchoolEmail } from './schoolEmail.ts';
import { isStanding, type UserState } from './state.ts';
import { userRejection } from './texts.ts';

type Context = DecideContext<UserFacts>;

/** Asking again for the code that confirms the account's address. */
export function requestEmailCode(
  user: UserState,
  command: { readonly id: string },
  context: Context,
): Decision<UserEvent> {
  if (actingViewer(context.actor, user).userId === null) return refuseGate('SIGNED_OUT');
  const campus = findCampus(context.campus);
  if (campus === undefined || user.email === null) return refuse(rejection('SOMETHING_WENT_WRONG'));
  const request = { purpose: 'confirm-email', email: user.email, campus: campus.id } as const;
  if (isRequested(user, command.id)) return accept();
  if (user.verified) return refuse(userRejection('EMAIL_ALREADY_CONFIRMED'));
  return requestCode(user, command.id, request, context.now);
}

/** Asking for a code at a school address (VERF-10, VERF-11). */
export function requestSchoolCode(
  user: UserState,
  command: { readonly id: string; readonly data: { readonly campus: string; readonly email: string } },
  context: Context,
): Decision<UserEvent> {
  const refused = refuseUnlessConfirmed(context.actor, user);
  if (refused !== null) return refused;
  if (isRequested(user, command.id)) return accept();
  const { campus } = command.data;
  const wrong = checkSchoolEmail(campus, command.data.email, user.memberOf === campus ? user.schoolEmail : null);
  if (wrong !== null) return refuse(wrong);
  const email = normaliseEmail(command.data.email);
  return requestCode(user, command.id, { purpose: 'join-campus', email, campus }, context.now);
}

function requestCode(
  user: UserState,
  commandId: string,
  request: { readonly purpose: CodePurpose; readonly email: string; readonly campus: string },
  now: string,
): Decision<UserEvent> {
  if (!isStanding(user)) return refuseGate('SIGNED_OUT');
  const wait = waitForNextCode(user.codes, request.purpose, now);
  if (wait !== null) return refuse(wait);
  return accept<UserEvent>({
    type: 'CodeRequested',
    data: {
      userId: user.userId,
      codeId: codeIdOf(commandId),
      purpose: request.purpose,
      email: personal(request.email),
      campus: request.campus,
    },
  });
}

/** The id of the code that a command asks for; id 0 is the user's at registration. */
function codeIdOf(commandId: string): string {
  return newId(commandId, 1);
}

function isRequested(user: UserState, commandId: string): boolean {
  return user.codes.some((code) => code.codeId === codeIdOf(commandId));
}

/** The mail reactor's answer to a requested code (VERF-08). Only the first answer of each kind is news. */
export function recordCode(
  user: UserState,
  outcome: { readonly type: 'CodeSent' | 'CodeNotSent'; readonly codeId: string; readonly purpose: CodePurpose },
  context: Context,
): Decision<UserEvent> {
  if (context.actor.kind !== 'system') return refuse(rejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  const { type, codeId, purpose } = outcome;
  const code = user.codes.find((each) => each.codeId === codeId && each.purpose === purpose);
  // A forgotten code is a very old one: whether it was mailed matters to nobody any more.
  if (!isStanding(user) || code === undefined || code.state === 'sent') return accept();
  if (type === 'CodeNotSent' && code.state === 'failed') return accept();
  return accept<UserEvent>({ type, data: { userId: user.userId, codeId, purpose } });
}
