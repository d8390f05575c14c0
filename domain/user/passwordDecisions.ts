import { accept, type Decision, refuse } from '../kernel/decider.ts';
import { newId } from '../kernel/ids.ts';
import { kernelRejection } from '../kernel/rejections.ts';
import { refuseUnlessStanding } from './acting.ts';
import type { UserCommandNamed, UserContext } from './commands.ts';
import type { UserEvent } from './events.ts';
import type { UserState } from './state.ts';

/** Another password opens the account: the identity edge has checked the right to change it, and the vault has it. */
export function recordPasswordChanged(
  user: UserState,
  { id, data: { userId, how } }: UserCommandNamed<'RecordPasswordChanged'>,
  { actor }: UserContext<'RecordPasswordChanged'>,
): Decision<UserEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  const changeId = newId(id, 0);
  if (user.passwordChangeId === changeId) return accept();
  return accept<UserEvent>({ type: 'PasswordChanged', data: { userId, changeId, how } });
}
