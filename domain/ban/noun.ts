import { defineNoun } from '../kernel/noun.ts';
import { banAccess } from './access.ts';
import { banCommands } from './commands.ts';
import { banDecider, closedWith, refuseBanned } from './decider.ts';
import { banEvents } from './events.ts';
import { banRejections } from './rejections.ts';

/** Bans of people, and of the addresses that they had. */
export const banNoun = defineNoun({
  name: 'ban',
  events: banEvents,
  commands: banCommands,
  decider: banDecider,
  rejections: banRejections,
  access: banAccess,
  bar: { refuse: refuseBanned, claims: { email: closedWith, 'school-email': closedWith } },
});
