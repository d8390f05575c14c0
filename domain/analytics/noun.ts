import { defineNoun } from '../kernel/noun.ts';
import { analyticsAccess } from './access.ts';
import { analyticsCommands } from './commands.ts';
import { analyticsDecider } from './decider.ts';
import { analyticsEvents } from './events.ts';

/** How much the product is used, and the internal accounts whose acts do not count. */
export const analyticsNoun = defineNoun({
  name: 'analytics',
  events: analyticsEvents,
  commands: analyticsCommands,
  decider: analyticsDecider,
  rejections: {},
  access: analyticsAccess,
});
