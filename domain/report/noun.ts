import { defineNoun } from '../kernel/noun.ts';
import { reportAccess } from './access.ts';
import { reportCommands } from './commands.ts';
import { reportDecider } from './decider.ts';
import { reportEvents } from './events.ts';
import { reportRejections } from './rejections.ts';

/** Reports of people, posts, comments and messages, and what moderators make of them. */
export const reportNoun = defineNoun({
  name: 'report',
  events: reportEvents,
  commands: reportCommands,
  decider: reportDecider,
  rejections: reportRejections,
  access: reportAccess,
});
