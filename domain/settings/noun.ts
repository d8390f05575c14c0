import { defineNoun } from '../kernel/noun.ts';
import { settingsAccess } from './access.ts';
import { settingsCommands } from './commands.ts';
import { settingsDecider } from './decider.ts';
import { settingsEvents } from './events.ts';
import { settingsRejections } from './rejections.ts';

/** Settings: what only their owner knows and no other rule needs. */
export const settingsNoun = defineNoun({
  name: 'settings',
  events: settingsEvents,
  commands: settingsCommands,
  decider: settingsDecider,
  rejections: settingsRejections,
  access: settingsAccess,
});
