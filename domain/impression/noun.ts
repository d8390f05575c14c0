import { defineNoun } from '../kernel/noun.ts';
import { impressionAccess } from './access.ts';
import { impressionCommands } from './commands.ts';
import { impressionDecider } from './decider.ts';
import { impressionEvents } from './events.ts';

/** What people do with sponsored posts, and the figures that follow from it. */
export const impressionNoun = defineNoun({
  name: 'impression',
  events: impressionEvents,
  commands: impressionCommands,
  decider: impressionDecider,
  rejections: {},
  access: impressionAccess,
});
