import { actingViewer } from '../kernel/acting.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import { personal } from '../kernel/personal.ts';
import { refuseUnlessStanding } from '../user/face.ts';
import { passkeyAccess } from './access.ts';
import { type PasskeyCommandNamed, type PasskeyContext, passkeyCommands } from './commands.ts';
import type { PasskeyEvent } from './events.ts';
import { PASSKEYS_MAX } from './limits.ts';
import { checkPasskeyName, normalisePasskeyName } from './name.ts';
import { passkeyRejection } from './rejection.ts';
import { evolvePasskeys, initialPasskeys, type Passkey, type PasskeyState } from './state.ts';

const find = ({ passkeys }: PasskeyState, id: string): Passkey | undefined =>
  passkeys.find(({ passkeyId }) => passkeyId === id);

function addPasskey(
  state: PasskeyState,
  { data }: PasskeyCommandNamed<'AddPasskey'>,
  { actor, facts: { user, claimed } }: PasskeyContext<'AddPasskey'>,
): Decision<PasskeyEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const refused = refuseUnlessStanding(user);
  if (refused !== null) return refused;
  if (!user.verified) return refuse(kernelRejection('EMAIL_NOT_CONFIRMED'));
  const { userId, passkeyId, credentialId, site } = data;
  if (find(state, passkeyId) !== undefined) return accept();
  const wrong = checkPasskeyName(data.name);
  if (wrong !== null) return refuse(wrong);
  const isKnown = state.passkeys.some((each) => each.credentialId === credentialId);
  if (isKnown || claimed.passkey !== credentialId) return refuse(passkeyRejection('PASSKEY_TAKEN'));
  if (state.passkeys.length >= PASSKEYS_MAX) return refuse(passkeyRejection('PASSKEY_TOO_MANY'));
  const name = personal(normalisePasskeyName(data.name));
  return accept<PasskeyEvent>({
    type: 'PasskeyAdded',
    data: { userId, passkeyId, credentialId: personal(credentialId), name, site },
  });
}

function renamePasskey(
  state: PasskeyState,
  { data: { passkeyId, name: typed } }: PasskeyCommandNamed<'RenamePasskey'>,
  { actor, facts: { user } }: PasskeyContext<'RenamePasskey'>,
): Decision<PasskeyEvent> {
  const viewer = actingViewer(actor, user);
  const denied = passkeyAccess.mayDo.RenamePasskey(viewer) ?? checkPasskeyName(typed);
  if (denied !== null) return refuse(denied);
  const passkey = find(state, passkeyId);
  if (passkey === undefined || viewer.userId === null) return refuse(passkeyRejection('PASSKEY_UNKNOWN'));
  const name = normalisePasskeyName(typed);
  if (passkey.name === name) return accept();
  return accept<PasskeyEvent>({
    type: 'PasskeyRenamed',
    data: { userId: viewer.userId, passkeyId, name: personal(name) },
  });
}

function removePasskey(
  state: PasskeyState,
  { data: { userId, passkeyId } }: PasskeyCommandNamed<'RemovePasskey'>,
  { actor }: PasskeyContext<'RemovePasskey'>,
): Decision<PasskeyEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (find(state, passkeyId) === undefined) return accept();
  return accept<PasskeyEvent>({ type: 'PasskeyRemoved', data: { userId, passkeyId } });
}

/** The rules of passkeys. */
export const passkeyDecider = defineDecider(passkeyCommands, {
  initial: initialPasskeys,
  evolve: evolvePasskeys,
  decide: { AddPasskey: addPasskey, RenamePasskey: renamePasskey, RemovePasskey: removePasskey },
  // A full stream must not keep a stolen device's passkey working.
  closing: ['RemovePasskey'],
});
