import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { refuseUnlessStanding } from './acting.ts';
import type { UserCommandNamed, UserContext } from './commands.ts';
import type { UserEvent } from './events.ts';
import { userRejection } from './rejection.ts';
import type { UserState } from './state.ts';

/** A first password, for an account that has none (Q71). */
export function setPassword(
  user: UserState,
  { data: { passwordId } }: UserCommandNamed<'SetPassword'>,
  context: UserContext<'SetPassword'>,
): Decision<UserEvent> {
  return replacePassword(user, passwordId, null, context);
}

/** Another password. If it was changed meanwhile, the one that was given does not count any more (SETT-07). */
export function changePassword(
  user: UserState,
  { data: { passwordId, replaces } }: UserCommandNamed<'ChangePassword'>,
  context: UserContext<'ChangePassword'>,
): Decision<UserEvent> {
  return replacePassword(user, passwordId, replaces, context);
}

/** The identity edge has checked the password that stands, and the vault has the new one. */
function replacePassword(
  user: UserState,
  passwordId: string,
  replaces: string | null,
  { actor }: Pick<UserContext<'SetPassword'>, 'actor'>,
): Decision<UserEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  if (user.userId === null || user.passwordId === passwordId) return accept();
  if (user.passwordId !== replaces) return refuse(userRejection('PASSWORD_CURRENT_WRONG'));
  const how = replaces === null ? 'set' : 'changed';
  return accept<UserEvent>({ type: 'PasswordChanged', data: { userId: user.userId, passwordId, how } });
}
