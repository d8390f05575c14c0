import { findCampus } from '../campus/face.ts';
import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import { checkRegistration, type Registration } from './checkRegistration.ts';
import type { UserCommandNamed, UserContext } from './commands.ts';
import { normaliseEmail } from './email.ts';
import type { UserEvent } from './events.ts';
import { lastNameInitial, parseName } from './name.ts';
import { userRejection } from './rejection.ts';
import type { UserState } from './state.ts';

/** Signing up: the account exists unconfirmed and its first code is asked for (AUTH-15, AUTH-16). */
export function registerUser(
  user: UserState,
  command: UserCommandNamed<'RegisterUser'>,
  context: UserContext<'RegisterUser'>,
): Decision<UserEvent> {
  const account = registered(user, command, context);
  if (!account.ok || account.events.length === 0) return account;
  return accept<UserEvent>(...account.events, {
    type: 'CodeRequested',
    data: {
      userId: newId(command.id, 0),
      codeId: newId(command.id, 1),
      purpose: 'confirm-email',
      email: personal(normaliseEmail(command.data.email)),
      campus: context.campus,
    },
  });
}

/** The account of a sign-up with an e-mail address and a name; nothing where it stands already. */
export function registered(
  user: UserState,
  { id, data }: { readonly id: string; readonly data: Registration },
  { campus, facts }: Pick<UserContext<'RegisterUser'>, 'campus' | 'facts'>,
): Decision<UserEvent> {
  if (user.userId !== null) return user.erased ? refuse(userRejection('USER_ERASED')) : accept();
  const wrong = checkRegistration(data);
  if (wrong !== null) return refuse(wrong);
  const parsed = parseName(data.name);
  if (!parsed.ok) return refuse(parsed.rejection);
  if (findCampus(campus) === undefined) return refuse(kernelRejection('SOMETHING_WENT_WRONG'));

  const address = normaliseEmail(data.email);
  const { email, username } = facts.claimed;
  if (email !== address) return refuse(userRejection('EMAIL_TAKEN'));
  if (username === undefined) return refuse(userRejection('USERNAME_TAKEN'));
  return accept<UserEvent>({
    type: 'UserRegistered',
    data: {
      userId: newId(id, 0),
      campus,
      email: personal(address),
      username: personal(username),
      firstName: personal(parsed.name.first),
      lastName: personal(lastNameInitial(parsed.name.last)),
    },
  });
}
