import { defineNoun } from '../kernel/noun.ts';
import { passkeyAccess } from './access.ts';
import { passkeyCommands } from './commands.ts';
import { passkeyDecider } from './decider.ts';
import { passkeyEvents } from './events.ts';
import { passkeyRejections } from './rejections.ts';
import { passkeyClaims } from './state.ts';

/** Passkeys: keys on a user's devices that open the account (WebAuthn). */
export const passkeyNoun = defineNoun({
  name: 'passkey',
  events: passkeyEvents,
  commands: passkeyCommands,
  decider: passkeyDecider,
  claims: passkeyClaims,
  rejections: passkeyRejections,
  access: passkeyAccess,
});
