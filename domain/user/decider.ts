import { accept, assertNever, type DecideContext, type Decider, type Decision, refuse } from '../kernel/decider.ts';
import { rejection } from '../kernel/rejection.ts';
import { withStreamLimit } from '../kernel/streamLimit.ts';
import { recordCode, requestEmailCode, requestSchoolCode } from './codeDecisions.ts';
import type { UserCommand } from './commands.ts';
import type { UserEvent } from './events.ts';
import type { UserFacts } from './facts.ts';
import { confirmEmail, joinWithConfirmedEmail, verifySchool } from './membershipDecisions.ts';
import { changeBio, changePicture } from './profileDecisions.ts';
import { registerUser } from './registration.ts';
import { evolveUser, initialUser, type UserState } from './state.ts';
import { userRejection } from './texts.ts';

type Context = DecideContext<UserFacts>;

function decide(user: UserState, command: UserCommand, context: Context): Decision<UserEvent> {
  switch (command.type) {
    case 'RegisterUser':
      return registerUser(user, command, context);
    case 'RequestEmailCode':
      return requestEmailCode(user, command, context);
    case 'ConfirmEmail':
      return confirmEmail(user, command.data.codeId, context);
    case 'RequestSchoolCode':
      return requestSchoolCode(user, command, context);
    case 'VerifySchool':
      return verifySchool(user, command.data, context);
    case 'JoinWithConfirmedEmail':
      return joinWithConfirmedEmail(user, command.data, context);
    case 'ChangeProfilePicture':
      return changePicture(user, command.data.picture, context);
    case 'ChangeBio':
      return changeBio(user, command.data.bio, context);
    case 'RecordCodeSent':
      return recordCode(user, { type: 'CodeSent', ...command.data }, context);
    case 'RecordCodeNotSent':
      return recordCode(user, { type: 'CodeNotSent', ...command.data }, context);
    case 'EraseUser':
      return eraseUser(user, context);
    default:
      return assertNever(command);
  }
}

/** Erasing a person, by the house or by the person; done twice it changes nothing (P10). */
function eraseUser(user: UserState, context: Context): Decision<UserEvent> {
  const { actor } = context;
  if (actor.kind !== 'system' && !(actor.kind === 'user' && actor.userId === user.userId)) {
    return refuse(rejection('NOT_ALLOWED'));
  }
  if (user.userId === null) return refuse(userRejection('USER_UNKNOWN'));
  if (user.erased) return accept();
  return accept<UserEvent>({ type: 'SubjectErased', data: { userId: user.userId, campus: user.memberOf } });
}

/** The rules of an account. */
export const userDecider: Decider<UserState, UserCommand, UserEvent, UserFacts> = withStreamLimit(
  { initial: initialUser, decide, evolve: evolveUser },
  ['ConfirmEmail', 'VerifySchool', 'RecordCodeSent', 'RecordCodeNotSent', 'EraseUser'],
);
