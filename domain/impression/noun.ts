import { defineNoun } from '../kernel/noun.ts';
import { impressionAccess } from './access.ts';
import { impressionCommands } from './commands.ts';
import { impressionDecider } from './decider.ts';
import { impressionEvents } from './events.ts';

/** The actions of people at sponsored posts, and the figures that follow from them. */
export const impressionNoun = defineNoun({
  name: 'impression',
  events: impressionEvents,
  commands: impressionCommands,
  decider: impressionDecider,
  rejections: {},
  access: impressionAccess,
});
