import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { refuseUnlessStanding } from './acting.ts';
import type { UserCommandNamed, UserContext } from './commands.ts';
import type { UserEvent } from './events.ts';
import type { UserState } from './state.ts';

/** The role of a moderator: the operator alone gives it, and to nobody without a confirmed address. */
export function appointModerator(
  user: UserState,
  { data: { userId } }: UserCommandNamed<'AppointModerator'>,
  { actor }: UserContext<'AppointModerator'>,
): Decision<UserEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  if (!user.verified) return refuse(kernelRejection('EMAIL_NOT_CONFIRMED'));
  return user.isModerator ? accept() : accept<UserEvent>({ type: 'ModeratorAppointed', data: { userId } });
}

/** The operator takes the role back. */
export function dismissModerator(
  user: UserState,
  { data: { userId } }: UserCommandNamed<'DismissModerator'>,
  { actor }: UserContext<'DismissModerator'>,
): Decision<UserEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  return user.isModerator ? accept<UserEvent>({ type: 'ModeratorDismissed', data: { userId } }) : accept();
}
