import { defineNoun } from '../kernel/noun.ts';
import { chatAccess } from './access.ts';
import { chatCommands } from './commands.ts';
import { chatDecider } from './decider.ts';
import { chatEvents } from './events.ts';
import { chatRejections } from './rejections.ts';

/** Conversations of two people. What they write are messages, a noun of its own. */
export const chatNoun = defineNoun({
  name: 'chat',
  events: chatEvents,
  commands: chatCommands,
  decider: chatDecider,
  rejections: chatRejections,
  access: chatAccess,
});
