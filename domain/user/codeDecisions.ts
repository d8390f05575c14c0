import { findCampus } from '../campus/face.ts';
import { actingViewer } from '../kernel/acting.ts';
import type { Actor } from '../kernel/actor.ts';
import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import { userAccess } from './access.ts';
import { refuseUnlessStanding } from './acting.ts';
import { waitForNextCode } from './codes.ts';
import type { UserCommandNamed, UserContext } from './commands.ts';
import { normaliseEmail } from './email.ts';
import type { CodePurpose, UserEvent } from './events.ts';
import { userRejection } from './rejection.ts';
import { checkSchoolEmail } from './schoolEmail.ts';
import { isStanding, type UserState } from './state.ts';

/** Asking again for the code that confirms the account's address. */
export function requestEmailCode(
  user: UserState,
  command: UserCommandNamed<'RequestEmailCode'>,
  context: UserContext<'RequestEmailCode'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.RequestEmailCode(actingViewer(context.actor, user));
  if (denied !== null) return refuse(denied);
  const campus = findCampus(context.campus);
  if (campus === undefined || user.email === null) return refuse(kernelRejection('SOMETHING_WENT_WRONG'));
  const request = { purpose: 'confirm-email', email: user.email, campus: campus.id } as const;
  if (isRequested(user, command.id)) return accept();
  if (user.verified) return refuse(userRejection('EMAIL_ALREADY_CONFIRMED'));
  return requestCode(user, command.id, request, context.now);
}

/** Asking for a code at a school address (VERF-10, VERF-11). */
export function requestSchoolCode(
  user: UserState,
  command: UserCommandNamed<'RequestSchoolCode'>,
  context: UserContext<'RequestSchoolCode'>,
): Decision<UserEvent> {
  const denied = userAccess.mayDo.RequestSchoolCode(actingViewer(context.actor, user));
  if (denied !== null) return refuse(denied);
  if (isRequested(user, command.id)) return accept();
  const { campus } = command.data;
  const wrong = checkSchoolEmail(campus, command.data.email, user.memberOf === campus ? user.schoolEmail : null);
  if (wrong !== null) return refuse(wrong);
  const email = normaliseEmail(command.data.email);
  return requestCode(user, command.id, { purpose: 'join-campus', email, campus }, context.now);
}

/** Asks for a code, if the last ones were long enough ago (Q15). */
export function requestCode(
  user: UserState,
  commandId: string,
  request: { readonly purpose: CodePurpose; readonly email: string; readonly campus: string },
  now: string,
): Decision<UserEvent> {
  if (!isStanding(user)) return refuse(kernelRejection('SIGNED_OUT'));
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

/** Whether a command has asked for its code already. */
export function isRequested(user: UserState, commandId: string): boolean {
  return user.codes.some((code) => code.codeId === codeIdOf(commandId));
}

/** The mail reactor has handed a code over (VERF-08). */
export function recordCodeSent(
  user: UserState,
  { data }: UserCommandNamed<'RecordCodeSent'>,
  { actor }: UserContext<'RecordCodeSent'>,
): Decision<UserEvent> {
  return recordCode(user, { type: 'CodeSent', ...data }, actor);
}

/** The mail reactor could not hand a code over (VERF-08). */
export function recordCodeNotSent(
  user: UserState,
  { data }: UserCommandNamed<'RecordCodeNotSent'>,
  { actor }: UserContext<'RecordCodeNotSent'>,
): Decision<UserEvent> {
  return recordCode(user, { type: 'CodeNotSent', ...data }, actor);
}

/** Only the first answer of each kind is news. */
function recordCode(
  user: UserState,
  outcome: { readonly type: 'CodeSent' | 'CodeNotSent'; readonly codeId: string; readonly purpose: CodePurpose },
  actor: Actor,
): Decision<UserEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  const { type, codeId, purpose } = outcome;
  const code = user.codes.find((each) => each.codeId === codeId && each.purpose === purpose);
  // A forgotten code is very old: the result of its mail matters no more.
  if (!isStanding(user) || code === undefined || code.state === 'sent') return accept();
  if (type === 'CodeNotSent' && code.state === 'failed') return accept();
  return accept<UserEvent>({ type, data: { userId: user.userId, codeId, purpose } });
}
