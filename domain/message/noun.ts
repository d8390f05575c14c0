import { defineNoun } from '../kernel/noun.ts';
import { messageAccess } from './access.ts';
import { messageCommands } from './commands.ts';
import { messageDecider } from './decider.ts';
import { messageEvents } from './events.ts';
import { messageRejections } from './rejections.ts';

/** Messages of conversations (`chat`): what two people write to each other. */
export const messageNoun = defineNoun({
  name: 'message',
  events: messageEvents,
  commands: messageCommands,
  decider: messageDecider,
  rejections: messageRejections,
  access: messageAccess,
});
