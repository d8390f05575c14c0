import { defineNoun } from '../kernel/noun.ts';
import { searchAccess } from './access.ts';
import { searchCommands } from './commands.ts';
import { searchDecider } from './decider.ts';
import { searchEvents } from './events.ts';
import { searchRejections } from './rejections.ts';

/** Searches: what people looked for, kept for themselves (SRCH-17) and counted for the campus (SRCH-18). */
export const searchNoun = defineNoun({
  name: 'search',
  events: searchEvents,
  commands: searchCommands,
  decider: searchDecider,
  rejections: searchRejections,
  access: searchAccess,
});
