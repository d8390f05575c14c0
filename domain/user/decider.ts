import { assertNever, type DecideContext, type Decider, type Decision } from '../kernel/decider.ts';
import { withStreamLimit } from '../kernel/streamLimit.ts';
import { recordCode, requestEmailCode, requestSchoolCode } from './codeDecisions.ts';
import type { UserCommand } from './commands.ts';
import { eraseUser, expireUnconfirmed } from './erasureDecisions.ts';
import type { UserEvent } from './events.ts';
import type { UserFacts } from './facts.ts';
import { confirmEmail, joinWithConfirmedEmail, verifySchool } from './membershipDecisions.ts';
import { changeBio, changePicture } from './profileDecisions.ts';
import { registerUser } from './registration.ts';
import { evolveUser, initialUser, type UserState } from './state.ts';

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
    case 'ExpireUnconfirmed':
      return expireUnconfirmed(user, context);
    case 'EraseUser':
      return eraseUser(user, context);
    default:
      return assertNever(command);
  }
}

/** The rules of an account. */
export const userDecider: Decider<UserState, UserCommand, UserEvent, UserFacts> = withStreamLimit(
  { initial: initialUser, decide, evolve: evolveUser },
  ['ConfirmEmail', 'VerifySchool', 'RecordCodeSent', 'RecordCodeNotSent', 'ExpireUnconfirmed', 'EraseUser'],
);
