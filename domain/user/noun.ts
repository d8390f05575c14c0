import { defineNoun } from '../kernel/noun.ts';
import { userAccess } from './access.ts';
import { userCommands } from './commands.ts';
import { userDecider } from './decider.ts';
import { userEvents } from './events.ts';
import { userRejections } from './rejections.ts';
import { userClaims } from './state.ts';

/** People and their accounts: signing up, confirming, joining a campus, the profile, erasure. */
export const userNoun = defineNoun({
  name: 'user',
  events: userEvents,
  commands: userCommands,
  decider: userDecider,
  claims: userClaims,
  rejections: userRejections,
  access: userAccess,
});
