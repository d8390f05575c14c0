import { findCampus } from '../campus/registry.ts';
import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { personal } from '../kernel/personal.ts';
import { kernelRejection } from '../kernel/rejections.ts';
import { checkRegistration } from './checkRegistration.ts';
import type { UserCommandNamed, UserContext } from './commands.ts';
import { normaliseEmail } from './email.ts';
import type { UserEvent } from './events.ts';
import { lastNameInitial, parseName } from './name.ts';
import { userRejection } from './rejections.ts';
import type { UserState } from './state.ts';

/** Signing up: the account exists unconfirmed and its first code is asked for (AUTH-15, AUTH-16). */
export function registerUser(
  user: UserState,
  command: UserCommandNamed<'RegisterUser'>,
  context: UserContext<'RegisterUser'>,
): Decision<UserEvent> {
  if (user.userId !== null) return user.erased ? refuse(userRejection('USER_ERASED')) : accept();
  const wrong = checkRegistration(command.data);
  if (wrong !== null) return refuse(wrong);
  const parsed = parseName(command.data.name);
  if (!parsed.ok) return refuse(parsed.rejection);
  if (findCampus(context.campus) === undefined) return refuse(kernelRejection('SOMETHING_WENT_WRONG'));

  const address = normaliseEmail(command.data.email);
  const { email, username } = context.facts.claimed;
  if (email !== address) return refuse(userRejection('EMAIL_TAKEN'));
  if (username === undefined) return refuse(userRejection('USERNAME_TAKEN'));

  const userId = newId(command.id, 0);
  return accept<UserEvent>(
    {
      type: 'UserRegistered',
      data: {
        userId,
        campus: context.campus,
        email: personal(address),
        username: personal(username),
        firstName: personal(parsed.name.first),
        lastName: personal(lastNameInitial(parsed.name.last)),
      },
    },
    {
      type: 'CodeRequested',
      data: {
        userId,
        codeId: newId(command.id, 1),
        purpose: 'confirm-email',
        email: personal(address),
        campus: context.campus,
      },
    },
  );
}
