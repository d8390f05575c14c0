import { defineNoun } from '../kernel/noun.ts';
import { feedbackAccess } from './access.ts';
import { feedbackCommands } from './commands.ts';
import { feedbackDecider } from './decider.ts';
import { feedbackEvents } from './events.ts';
import { feedbackRejections } from './rejections.ts';

/** Feedback: what people tell those who run the place. */
export const feedbackNoun = defineNoun({
  name: 'feedback',
  events: feedbackEvents,
  commands: feedbackCommands,
  decider: feedbackDecider,
  rejections: feedbackRejections,
  access: feedbackAccess,
});
