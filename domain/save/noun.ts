import { defineNoun } from '../kernel/noun.ts';
import { saveAccess } from './access.ts';
import { saveCommands } from './commands.ts';
import { saveDecider } from './decider.ts';
import { saveEvents } from './events.ts';

/** Saves: that a user keeps a post. Their refusals are those of posts and of the campus. */
export const saveNoun = defineNoun({
  name: 'save',
  events: saveEvents,
  commands: saveCommands,
  decider: saveDecider,
  rejections: {},
  access: saveAccess,
});
