import { assertNever } from '../kernel/assertNever.ts';
import { streamFact } from '../kernel/command.ts';
import { reveal } from '../kernel/personal.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import type { PasskeyEvent } from './events.ts';

/** A passkey that opens the account. */
export interface Passkey {
  readonly passkeyId: string;
  /** `null` once its owner is erased. */
  readonly credentialId: string | null;
  readonly name: string | null;
  readonly site: string;
}

/** The passkeys of a user, the oldest first. */
export interface PasskeyState extends Counted {
  readonly passkeys: readonly Passkey[];
}

export const initialPasskeys: PasskeyState = { passkeys: [], eventCount: 0 };

/** A user's passkeys, by the user's id. */
export const passkeyFact = streamFact<PasskeyState>('passkey');

/** Whether the stream owns a unique value, by kind of claim. */
export const passkeyClaims = {
  passkey: ({ passkeys }: PasskeyState, value: string) => passkeys.some(({ credentialId }) => credentialId === value),
};

/** The state after an event. */
export function evolvePasskeys(state: PasskeyState, event: PasskeyEvent): PasskeyState {
  const { passkeys } = state;
  switch (event.type) {
    case 'PasskeyAdded': {
      const { passkeyId, credentialId, name, site } = event.data;
      const added = { passkeyId, credentialId: reveal(credentialId), name: reveal(name), site };
      return { ...state, passkeys: [...passkeys, added] };
    }
    case 'PasskeyRenamed': {
      const { passkeyId, name } = event.data;
      const renamed = passkeys.map((each) => (each.passkeyId === passkeyId ? { ...each, name: reveal(name) } : each));
      return { ...state, passkeys: renamed };
    }
    case 'PasskeyRemoved':
      return { ...state, passkeys: passkeys.filter(({ passkeyId }) => passkeyId !== event.data.passkeyId) };
    default:
      return assertNever(event);
  }
}
