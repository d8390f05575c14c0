import { defineNoun } from '../kernel/noun.ts';
import { campusAccess } from './access.ts';
import { campusCommands } from './commands.ts';
import { campusDecider } from './decider.ts';
import { campusEvents } from './events.ts';
import { campusRejections } from './rejections.ts';

/** Campuses: a list in the source, the privacy of each in its stream, and the rule who may see a campus. */
export const campusNoun = defineNoun({
  name: 'campus',
  events: campusEvents,
  commands: campusCommands,
  decider: campusDecider,
  rejections: campusRejections,
  access: campusAccess,
});
