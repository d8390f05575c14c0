import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { refuseUnlessStanding } from './acting.ts';
import type { UserCommandNamed, UserContext } from './commands.ts';
import { normaliseEmail } from './email.ts';
import type { UserEvent } from './events.ts';
import { registered } from './registration.ts';
import { userRejection } from './rejection.ts';
import { isStanding, type UserState } from './state.ts';

/** Signing up by a magic link: the link has confirmed the address, and there is no password (AUTH-27). */
export function registerWithLink(
  user: UserState,
  command: UserCommandNamed<'RegisterWithLink'>,
  context: UserContext<'RegisterWithLink'>,
): Decision<UserEvent> {
  const account = registered(user, command, context);
  if (!account.ok || account.events.length === 0) return account;
  const userId = newId(command.id, 0);
  return accept<UserEvent>(
    ...account.events,
    { type: 'EmailConfirmed', data: { userId, codeId: command.data.linkId } },
    { type: 'PasswordChanged', data: { userId, passwordId: null, how: 'dropped' } },
  );
}

/**
 * Somebody has used a link that was mailed to the account's address, so the address is theirs. A password that was set
 * before is dropped: a stranger may have made the account with somebody else's address, to share it later. An account that
 * has changed its address meanwhile is not theirs.
 */
export function confirmByLink(
  user: UserState,
  { data: { linkId, email } }: UserCommandNamed<'ConfirmByLink'>,
  { actor }: UserContext<'ConfirmByLink'>,
): Decision<UserEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  if (user.email !== normaliseEmail(email)) return refuse(userRejection('LINK_WRONG'));
  if (user.verified || !isStanding(user)) return accept();
  const { userId, passwordId } = user;
  const confirmed: UserEvent = { type: 'EmailConfirmed', data: { userId, codeId: linkId } };
  if (passwordId === null) return accept(confirmed);
  return accept<UserEvent>(confirmed, { type: 'PasswordChanged', data: { userId, passwordId: null, how: 'dropped' } });
}

/**
 * A new password by a link in a mail (AUTH-24), which confirms the address too. A link that was mailed before the last
 * change of the password has lost its purpose, so of two links in one mailbox one counts; so has one that was mailed to an
 * address that is the account's no more.
 */
export function resetPassword(
  user: UserState,
  { data }: UserCommandNamed<'ResetPassword'>,
  { actor }: UserContext<'ResetPassword'>,
): Decision<UserEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  const { userId, passwordId, linkId, email, mailedAt } = data;
  if (user.passwordId === passwordId) return accept();
  if (user.email !== normaliseEmail(email)) return refuse(userRejection('LINK_WRONG'));
  if (user.passwordChangedAt !== null && mailedAt <= user.passwordChangedAt) return refuse(userRejection('LINK_WRONG'));
  const changed: UserEvent = { type: 'PasswordChanged', data: { userId, passwordId, how: 'reset' } };
  if (user.verified) return accept(changed);
  return accept<UserEvent>({ type: 'EmailConfirmed', data: { userId, codeId: linkId } }, changed);
}
